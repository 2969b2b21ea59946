import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import { Flex, Text } from '@mantine/core';
import { formatMonthName } from '../lib/format';
import { Amount } from '../ui/parts/amount';
import { inMonth } from './in-month';
import type { StatementYear } from './statement-years';

/** Heights of the bars, in percent of the highest; a month without transfers is a line. */
const LEAST_PERCENT = 4;
const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** What was charged in a year, and how it divides over its months. */
export function YearSummary({ year, months, sent, fees, paid, refunded }: StatementYear) {
  const { t } = useTranslation();
  return (
    <section className="card year-summary" aria-labelledby="year-charged">
      <div>
        <Text component="h2" fz="sm" c="dimmed" lts={0} id="year-charged">
          {t('statements.chargedIn', { year })}
        </Text>
        <p>
          <Amount value={paid} size="xl" />
        </p>
        <Flex component="dl" className="figures" wrap="wrap">
          <Figure name={t('statements.sent')} value={sent} />
          <Figure name={t('statements.feesShort')} value={fees} />
          <Figure name={t('statements.returned')} value={refunded} />
        </Flex>
      </div>
      <YearBars year={year} months={months} />
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <Text component="dt" fz="sm" c="dimmed">
        {name}
      </Text>
      <dd>
        <b>
          <Amount value={value} />
        </b>
      </dd>
    </div>
  );
}

/** The table below has the figures. */
function YearBars({ year, months }: Pick<StatementYear, 'year' | 'months'>) {
  const { i18n } = useTranslation();
  const paidIn = new Map(months.map(({ month, paid }) => [month, centsOf(paid)]));
  const most = Math.max(1, ...paidIn.values());
  return (
    <div className="year-bars" aria-hidden="true">
      {MONTHS.map((number) => {
        const month = `${year}-${number}`;
        const cents = paidIn.get(month) ?? 0;
        return (
          <span key={month} data-charged={cents > 0 || undefined}>
            <Bar percent={Math.max(LEAST_PERCENT, Math.round((100 * cents) / most))} />
            {formatMonthName(inMonth(month), i18n.language).charAt(0)}
          </span>
        );
      })}
    </div>
  );
}

function Bar({ percent }: { readonly percent: number }) {
  return (
    <svg viewBox="0 0 24 100" preserveAspectRatio="none">
      <rect width="24" height={percent} y={100 - percent} rx="4" />
    </svg>
  );
}
