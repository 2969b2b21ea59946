import { useTranslation } from 'react-i18next';
import { formatMoney } from '../lib/format';
import { useFeeSchedule } from '../lib/use-fee-schedule';
import { useOnline } from '../lib/use-online';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { DuplicateWarning } from './duplicate-warning';
import { transferIdOf } from './transfer-id';
import { useRecentTransfers } from './use-transfers';
import { PayMethod } from './pay-method';
import { PaymentNotice } from './payment-notice';
import { PaymentSummary } from './payment-summary';
import type { PendingPayment } from './pending-payment';
import type { PaymentPhase } from './use-payment';
import { usePaymentReview, type PaymentReview as Review } from './use-payment-review';

/** While a payment may have been accepted, another one could be a second transfer. */
const EDITABLE: ReadonlySet<PaymentPhase['kind']> = new Set(['ready', 'refused', 'notSent']);

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
        editable={EDITABLE.has(review.phase.kind)}
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
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div className="paybar stack-16">
      <PaymentNotice
        phase={review.phase}
        total={payment.fees.total}
        wanted={payment.amount}
        minimum={minimum}
        onSmaller={review.paySmaller}
      />
      {review.phase.kind === 'ready' && <SentBefore payment={payment} />}
      <PayButton total={payment.fees.total} review={review} online={online} />
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

/** Warns when the same amount went to the same recipient a moment ago. */
function SentBefore({ payment }: { readonly payment: PendingPayment }) {
  const { data: recent } = useRecentTransfers();
  const id = transferIdOf(payment);
  const others = (recent?.items ?? []).filter((transfer) => transfer.id !== id);
  return <DuplicateWarning draft={payment} recent={others} />;
}

interface PayButtonProps {
  readonly total: string;
  readonly review: Review;
  readonly online: boolean;
}

/** Pays; while an earlier press may have paid already, it only asks. */
function PayButton({ total, review, online }: PayButtonProps) {
  const { t, i18n } = useTranslation();
  const { kind } = review.phase;
  const asks = kind === 'unknown' || kind === 'checking';
  const busy = kind === 'sending' || kind === 'confirming' || kind === 'checking';
  return (
    <Button
      tone={asks ? 'default' : 'primary'}
      block
      busy={busy}
      busyText={t(BUSY_TEXTS[kind] ?? 'payment.paying')}
      disabled={!online && !busy}
      aria-describedby={online ? undefined : 'pay-offline'}
      onClick={() => {
        if (asks) review.check();
        else void review.pay();
      }}
    >
      {asks ? t('payment.check') : t('payment.pay', { total: formatMoney(total, i18n.language) })}
    </Button>
  );
}

const BUSY_TEXTS: Partial<Record<PaymentPhase['kind'], string>> = {
  confirming: 'payment.confirming',
  checking: 'payment.checking',
};
