import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { stepOf } from '@kernel/charge';
import type { Transaction } from '@kernel/transfers';
import { formatDay, formatTime } from '../lib/format';
import { Amount } from '../ui/amount';
import { Card } from '../ui/card';
import { StepBars } from '../ui/step-bars';
import { dayWordOf } from './day-word';

/** The newest transfer that is still on its way, or the last one that arrived, and how far it is. */
export function LatestCard({ transfers }: { readonly transfers: readonly Transaction[] }) {
  const { t, i18n } = useTranslation();
  const onItsWay = transfers.find(isOnItsWay);
  const transfer = onItsWay ?? transfers.find(({ status }) => status === 'delivered');
  if (!transfer) return null;
  const reached = [
    { name: 'requested', at: transfer.createdAt },
    { name: 'captured', at: stepOf(transfer, 'captured')?.at },
    { name: 'payout_accepted', at: stepOf(transfer, 'payout_accepted', 'delivered')?.at },
    { name: 'delivered', at: stepOf(transfer, 'delivered')?.at },
  ];
  const timeOf = (at: string) =>
    dayWordOf(at, new Date()) === 'today' ? formatTime(at, i18n.language) : formatDay(at, i18n.language);
  return (
    <Card
      title={t(onItsWay ? 'dashboard.onItsWay' : 'dashboard.lastDelivered')}
      aside={
        <b>
          <Amount value={transfer.amount} />
        </b>
      }
      className="tight"
    >
      <p className="wrap-anywhere">
        <Link className="muted" to={`/transactions/${transfer.id}`}>
          {t('dashboard.toRecipient', { recipient: transfer.recipient, platform: transfer.platform })}
        </Link>
      </p>
      <StepBars
        steps={reached.map(({ name, at }) => ({
          name: t(`tx.step.${name}`),
          text: at === undefined ? '' : timeOf(at),
          done: at !== undefined,
        }))}
      />
    </Card>
  );
}

/** Paid, and neither delivered nor on its way back. */
function isOnItsWay(transfer: Transaction): boolean {
  return ['processing', 'sent'].includes(transfer.status) && stepOf(transfer, 'captured') !== undefined;
}
