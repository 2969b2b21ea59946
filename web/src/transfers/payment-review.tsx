import { useTranslation } from 'react-i18next';
import { formatMoney } from '../lib/format';
import { useFeeSchedule } from '../lib/use-fee-schedule';
import { useOnline } from '../lib/use-online';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { PayMethod } from './pay-method';
import { PaymentNotice } from './payment-notice';
import { PaymentSummary } from './payment-summary';
import type { PendingPayment } from './pending-payment';
import { usePaymentReview, type PaymentReview as Review } from './use-payment-review';

/** Recipient, cost, and one button with the amount to be charged. */
export function PaymentReview({ payment }: { readonly payment: PendingPayment }) {
  const { data: overview } = useFeeSchedule();
  const review = usePaymentReview(payment, overview);
  return (
    <div className="payment">
      <PaymentSummary
        payment={payment}
        thirdParty={overview?.thirdParty ?? []}
        onEdit={review.edit}
        editable={review.phase.kind === 'ready' || review.phase.kind === 'refused'}
      />
      <PayMethod />
      <PayBar payment={payment} review={review} minimum={overview?.minimum} />
    </div>
  );
}

interface PayBarProps {
  readonly payment: PendingPayment;
  readonly review: Review;
  readonly minimum: string | undefined;
}

function PayBar({ payment, review, minimum }: PayBarProps) {
  const { t, i18n } = useTranslation();
  const online = useOnline();
  const { kind } = review.phase;
  const busy = kind === 'sending' || kind === 'confirming';
  return (
    <div className="paybar stack-16">
      <PaymentNotice
        phase={review.phase}
        total={payment.fees.total}
        minimum={minimum}
        onSmaller={review.paySmaller}
      />
      <Button
        tone="primary"
        block
        busy={busy}
        busyText={t(kind === 'confirming' ? 'payment.confirming' : 'payment.paying')}
        disabled={!online && !busy}
        aria-describedby={online ? undefined : 'pay-offline'}
        onClick={() => void review.pay()}
      >
        {t('payment.pay', { total: formatMoney(payment.fees.total, i18n.language) })}
      </Button>
      {!online && (
        <p className="note" id="pay-offline">
          <Icon name="alert" />
          <span>{t('payment.offline')}</span>
        </p>
      )}
      <p className="muted t14">{t('payment.final')}</p>
    </div>
  );
}
