import { useTranslation } from 'react-i18next';
import type { Amount as AmountText } from '@kernel/transfers';
import { formatMonth } from '../lib/format';
import { Amount } from '../ui/amount';
import { Card } from '../ui/card';
import { Bone } from '../ui/skeleton';
import { daysOfMonth, EVERYTHING } from './transfer-filter';
import { useTransfersTotal } from './use-transfers';

/** What was sent this month and the last, and the fees of the year. */
export function SentCard() {
  const { t, i18n } = useTranslation();
  const now = new Date();
  const [thisMonth, lastMonth] = [daysOfMonth(0, now), daysOfMonth(-1, now)];
  const year = String(now.getFullYear());
  const monthOf = (day: string) => formatMonth(`${day}T12:00`, i18n.language);
  const sent = useTransfersTotal({ ...EVERYTHING, ...thisMonth }).data;
  const before = useTransfersTotal({ ...EVERYTHING, ...lastMonth }).data;
  const inYear = useTransfersTotal({ ...EVERYTHING, from: `${year}-01-01`, to: `${year}-12-31` }).data;
  return (
    <Card title={t('dashboard.sent')} className="tight">
      <dl className="pairs">
        <Line name={monthOf(thisMonth.from)} amount={sent?.sent} />
        <Line name={monthOf(lastMonth.from)} amount={before?.sent} />
        {inYear?.complete !== false && <Line name={t('dashboard.feesIn', { year })} amount={inYear?.fees} />}
      </dl>
    </Card>
  );
}

function Line({ name, amount }: { readonly name: string; readonly amount: AmountText | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{amount === undefined ? <Bone width={64} height={20} /> : <Amount value={amount} />}</dd>
    </div>
  );
}
