import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/transfers';
import { formatDay, formatExact } from '../lib/format';
import { Amount } from '../ui/amount';
import { Badge, StatusBadge } from '../ui/badge';
import { Row } from '../ui/row';
import { dayWordOf } from './day-word';
import { paymentPath } from './payment-storage';
import type { PendingPayment } from './pending-payment';

interface ListedTransferProps {
  readonly transfer: Transaction | PendingPayment;
}

/** One row: a transfer opens itself; a payment without a response opens its review, where it can be sent again. */
export function ListedTransfer({ transfer }: ListedTransferProps) {
  const { t } = useTranslation();
  const amount = <Amount value={transfer.amount} />;
  const meta = (
    <>
      {t('tx.via', { platform: transfer.platform })} · <Day instant={transfer.createdAt} />
      {transfer.note && <> · {transfer.note}</>}
    </>
  );
  if (!('status' in transfer)) {
    const status = (
      <Badge tone={transfer.notSent ? 'warning' : 'info'} icon={transfer.notSent ? 'alert' : 'clock'}>
        {t(transfer.notSent ? 'tx.notSent' : 'tx.confirming')}
      </Badge>
    );
    return <Row to={paymentPath(transfer)} name={transfer.recipient} {...{ meta, amount, status }} />;
  }
  return (
    <Row
      to={`/transactions/${transfer.id}`}
      name={transfer.recipient}
      meta={meta}
      amount={amount}
      status={<StatusBadge status={transfer.status} inRow />}
      released={transfer.released}
    />
  );
}

function Day({ instant }: { readonly instant: string }) {
  const { t, i18n } = useTranslation();
  const word = dayWordOf(instant, new Date());
  return (
    <time dateTime={instant} title={formatExact(instant, i18n.language)}>
      {word ? t(`tx.${word}`) : formatDay(instant, i18n.language)}
    </time>
  );
}
