import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { endingOf } from '@kernel/money/endings';
import { isReversed, type Transaction } from '@kernel/money/transfers';
import { formatDay, formatExact } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Badge, StatusBadge } from '../../ui/feedback/badge';
import { Row } from '../../ui/parts/row';
import { dayWordOf } from './day-word';
import { paymentPath } from '../payment/payment-storage';
import type { PendingPayment } from '../payment/pending-payment';
import { isUnpaid } from '../page/progress-entries';

interface ListedTransferProps {
  readonly transfer: Transaction | PendingPayment;
}

/** One row: a transfer opens itself; a payment without a response opens its review, where it can be sent again. */
export function ListedTransfer({ transfer }: ListedTransferProps) {
  return (
    <Row
      to={addressOf(transfer)}
      name={transfer.recipient}
      meta={<TransferMeta transfer={transfer} />}
      amount={<Amount value={transfer.amount} />}
      status={<TransferState transfer={transfer} />}
      struckOut={'status' in transfer && isReversed(transfer)}
    />
  );
}

/** A transfer's own page, or the review of a payment without a response. */
export function addressOf(transfer: Transaction | PendingPayment): string {
  return 'status' in transfer ? `/transactions/${transfer.id}` : paymentPath(transfer);
}

/** "via Cash App · Nov 20 · Dinner", or "No card accepted · Nov 20". */
export function TransferMeta({ transfer }: ListedTransferProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className="wide-only">
        <EndingReason transfer={transfer}>{t('tx.via', { platform: transfer.platform })}</EndingReason>
      </span>
      <span className="narrow-only">{transfer.platform}</span> · <Day instant={transfer.createdAt} />
      {/* Beside the status of a phone's row nothing of it would be read. */}
      {transfer.note && <span className="wide-only"> · {transfer.note}</span>}
    </>
  );
}

/** How a transfer ended, in a few words; the children while it may arrive, and if it did. */
export function EndingReason({
  transfer,
  children,
}: ListedTransferProps & { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const ending = 'status' in transfer ? endingOf(transfer) : null;
  return ending ? t(`tx.ending.${ending}.short`, { platform: transfer.platform }) : children;
}

/** The status of an accepted transfer, or what is known of a payment without a response. */
export function TransferState({ transfer }: ListedTransferProps) {
  const { t } = useTranslation();
  if ('status' in transfer)
    return <StatusBadge status={isUnpaid(transfer) ? 'unpaid' : transfer.status} inRow />;
  return (
    <Badge tone={transfer.notSent ? 'warning' : 'info'} icon={transfer.notSent ? 'alert' : 'clock'}>
      {t(transfer.notSent ? 'tx.notSent' : 'tx.confirming')}
    </Badge>
  );
}

function Day({ instant }: { readonly instant: string }) {
  const { t, i18n } = useTranslation();
  const word = dayWordOf(instant, new Date());
  return (
    <time className="nowrap" dateTime={instant} title={formatExact(instant, i18n.language)}>
      {word ? t(`tx.${word}`) : formatDay(instant, i18n.language)}
    </time>
  );
}
