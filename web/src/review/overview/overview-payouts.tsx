import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WaitingPayouts } from '@kernel/staff/overview';
import { Box, Flex, Text } from '@mantine/core';
import { useTasksToDo } from '../../payouts/use-desk';
import { formatMoney } from '../../lib/format';
import { useNow } from '../../transfers/use-now';
import { Card } from '../../ui/parts/card';

const MINUTE_MS = 60_000;
/** The line ends after this part more than the time after which a payout is late: those beyond stand at its end. */
const BEYOND = 1.5;
/** Where the line's first and last dots stand, in percent. */
const [LEFT, RIGHT] = [1, 99];

const minutesOf = (since: string, nowMs: number): number =>
  Math.max(0, nowMs - Date.parse(since)) / MINUTE_MS;

/** How many of them have waited too long. */
export function lateOf({ since, lateAfterMinutes }: WaitingPayouts, nowMs: number): number {
  return since.filter((one) => minutesOf(one, nowMs) > lateAfterMinutes).length;
}

/** Payouts on a line by how long they have waited; those beyond the mark are late. */
export function WaitingPayoutsCard({ payouts }: { readonly payouts: WaitingPayouts }) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const { count, total, since, isCut, lateAfterMinutes } = payouts;
  const end = lateAfterMinutes * BEYOND;
  const tasks = useTasksToDo();
  const number = `${String(count)}${isCut ? '+' : ''}`;
  return (
    <Card
      title={t('overview.payouts')}
      aside={
        <Box component={Link} className="link link-inline" fz="xs" to="/compliance/payouts">
          {t('overview.payoutsOf', { count, number, total: formatMoney(total, i18n.language) })}
          {tasks > 0 && ` · ${t('overview.tasksToDo', { count: tasks })}`}
        </Box>
      }
    >
      <svg width="100%" height="24" aria-hidden="true">
        <rect fill="var(--border)" x="0" y="11.5" width="100%" height="1" />
        <rect fill="var(--danger-soft)" x={`${String(100 / BEYOND)}%`} width="100%" height="24" rx="4" />
        {since.map((one, index) => {
          const minutes = minutesOf(one, nowMs);
          return (
            <circle
              key={`${one} ${String(index)}`}
              cx={`${String(LEFT + (RIGHT - LEFT) * Math.min(1, minutes / end))}%`}
              cy="12"
              r="5"
              fill={minutes > lateAfterMinutes ? 'var(--danger)' : 'var(--accent)'}
            />
          );
        })}
      </svg>
      <Flex pos="relative" justify="space-between" mt="xs" c="dimmed" fz="xs" aria-hidden="true">
        <span>{t('overview.now')}</span>
        <Text
          component="b"
          pos="absolute"
          left={`${String(100 / BEYOND - 15)}%`}
          w="30%"
          ta="center"
          c="var(--danger)"
          fz="xs"
        >
          {t('compliance.minutes', { minutes: lateAfterMinutes })}
        </Text>
        <span>{t('overview.andMore', { minutes: end })}</span>
      </Flex>
      <p className="visually-hidden">
        {t('overview.late', { count: lateOf(payouts, nowMs), minutes: lateAfterMinutes })}
      </p>
    </Card>
  );
}
