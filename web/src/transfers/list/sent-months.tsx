import { useTranslation } from 'react-i18next';
import type { Amount as AmountText } from '@kernel/money/transfers';
import { Flex, Text } from '@mantine/core';
import { formatMonthName } from '../../lib/format';
import { Amount } from '../../ui/parts/amount';
import { Bone } from '../../ui/feedback/skeleton';
import { Fine } from '../../ui/parts/text';
import { daysOfMonth, EVERYTHING } from './transfer-filter';
import { useTransfersTotal } from '../use-transfers';

/** What was sent this month and the last, and the fees of the year. */
export function SentMonths() {
  const { t, i18n } = useTranslation();
  const now = new Date();
  const [thisMonth, lastMonth] = [daysOfMonth(0, now), daysOfMonth(-1, now)];
  const year = String(now.getFullYear());
  const monthOf = (day: string) => formatMonthName(`${day}T12:00`, i18n.language);
  const sent = useTransfersTotal({ ...EVERYTHING, ...thisMonth }).data;
  const before = useTransfersTotal({ ...EVERYTHING, ...lastMonth }).data;
  const inYear = useTransfersTotal({ ...EVERYTHING, from: `${year}-01-01`, to: `${year}-12-31` }).data;
  return (
    <>
      <Flex component="dl" className="figures rule" wrap="wrap" mt="sm" pt="sm">
        <Figure name={monthOf(thisMonth.from)} amount={sent?.sent} />
        <Figure name={monthOf(lastMonth.from)} amount={before?.sent} />
        {inYear?.complete !== false && (
          <Figure name={t('dashboard.feesIn', { year })} amount={inYear?.fees} />
        )}
      </Flex>
      <Fine mt="xs">{t('dashboard.figuresMeaning')}</Fine>
    </>
  );
}

function Figure({ name, amount }: { readonly name: string; readonly amount: AmountText | undefined }) {
  return (
    <div>
      <Text component="dt" c="dimmed" fz={{ base: 'xs', sm: 'sm' }} lh={{ base: 'xs', sm: 'sm' }}>
        {name}
      </Text>
      <dd>
        {amount === undefined ? (
          <Bone width={64} height={24} />
        ) : (
          <b>
            <Amount value={amount} />
          </b>
        )}
      </dd>
    </div>
  );
}
