import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import { Box, Flex, Stack, Text } from '@mantine/core';
import { formatMonthName } from '../lib/format';
import { Amount } from '../ui/parts/amount';
import { inMonth } from './in-month';
import type { StatementYear } from './statement-years';

/** Heights of the bars, in percent of the highest; a month without transfers is a line. */
const LEAST_PERCENT = 4;
const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** The charges of a year, and how they divide over its months. */
export function YearSummary({ year, months, sent, fees, paid, refunded }: StatementYear) {
  const { t } = useTranslation();
  return (
    <Flex
      component="section"
      className="card"
      direction={{ base: 'column', sm: 'row' }}
      gap="var(--pad)"
      mih={{ base: 0, sm: 192 }}
      aria-labelledby="year-charged"
    >
      <Box flex={{ base: 'none', sm: '5 1 0' }} miw={0}>
        <Text component="h2" fz="sm" c="dimmed" lts={0} id="year-charged">
          {t('statements.chargedIn', { year })}
        </Text>
        <Text mt={4} mb="md">
          <Amount value={paid} size="xl" />
        </Text>
        <Flex component="dl" wrap="wrap" align="flex-end" gap={{ base: '8px 24px', sm: '8px 32px' }}>
          <Figure name={t('statements.sent')} value={sent} />
          <Figure name={t('statements.feesShort')} value={fees} />
          <Figure name={t('statements.returned')} value={refunded} />
        </Flex>
      </Box>
      <YearBars year={year} months={months} />
    </Flex>
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
    <Flex
      flex={{ base: 'none', sm: '7 1 0' }}
      align="stretch"
      gap={{ base: 4, sm: 8 }}
      h={112}
      mt="auto"
      aria-hidden="true"
    >
      {MONTHS.map((number) => {
        const month = `${year}-${number}`;
        const cents = paidIn.get(month) ?? 0;
        return (
          <Month
            key={month}
            name={formatMonthName(inMonth(month), i18n.language).charAt(0)}
            percent={Math.max(LEAST_PERCENT, Math.round((100 * cents) / most))}
            isCharged={cents > 0}
          />
        );
      })}
    </Flex>
  );
}

interface MonthProps {
  readonly name: string;
  readonly percent: number;
  readonly isCharged: boolean;
}

function Month({ name, percent, isCharged }: MonthProps) {
  return (
    <Stack
      flex="1 1 0"
      miw={0}
      align="center"
      gap="xs"
      c={isCharged ? 'var(--text)' : 'dimmed'}
      fz="xs"
      lh="16px"
    >
      <Box
        component="svg"
        flex="1 1 0"
        w={{ base: 16, sm: 24 }}
        maw="100%"
        mih={0}
        viewBox="0 0 24 100"
        preserveAspectRatio="none"
        fill={isCharged ? 'var(--accent)' : 'var(--track)'}
      >
        <rect width="24" height={percent} y={100 - percent} rx="4" />
      </Box>
      {name}
    </Stack>
  );
}
