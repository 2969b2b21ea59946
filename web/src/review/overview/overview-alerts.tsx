import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Overview, RuleAlerts } from '@kernel/staff/overview';
import { Flex } from '@mantine/core';
import { formatUtcDay } from '../../lib/format';
import { Card } from '../../ui/parts/card';
import { EmptyState } from '../../ui/feedback/empty-state';
import { DayBars } from './day-bars';
import { useCount } from '../frame/use-count';
import { useRuleNames } from '../../rules/use-rules';

const DAY_MS = 24 * 60 * 60_000;
/** Colors of the rules, the one that alerts most often first; further rules share the last. */
const COLORS = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)', 'var(--chart-5)'];

/** Alerts per rule and day. */
export function AlertsCard({ figures: { alerts, days, asOf } }: { readonly figures: Overview }) {
  const { t, i18n } = useTranslation();
  const counted = useCount();
  const totals = totalsOf(alerts);
  const nameOf = useRuleNames(totals.map(([ruleId]) => ruleId));
  const series = totals.map(([ruleId, total], index) => ({
    name: ruleId,
    label: nameOf(ruleId),
    color: COLORS[Math.min(index, COLORS.length - 1)] ?? '',
    total,
  }));
  return (
    <Card
      title={t('overview.alerts')}
      aside={
        <Flex component="ul" gap="0 var(--s-16)" wrap="wrap" fz="xs">
          {series.map(({ name, label, color, total }) => (
            <li key={name}>
              <Link className="link-plain" to={`/compliance/cases?rule=${name}`}>
                <svg width={10} viewBox="0 0 10 10" aria-hidden="true">
                  <rect width="10" height="10" rx="2" fill={color} />
                </svg>
                {label} {counted(total)}
              </Link>
            </li>
          ))}
        </Flex>
      }
    >
      {series.length === 0 ? (
        <EmptyState icon="checkCircle" title={t('overview.noAlerts', { count: days })} />
      ) : (
        <DayBars
          caption={t('overview.alerts')}
          dayText={t('overview.day')}
          days={daysOf(alerts, { days, asOf }).map(({ day, counts }) => ({
            day,
            counts,
            label: formatUtcDay(day, i18n.language),
          }))}
          series={series}
        />
      )}
    </Card>
  );
}

/** Rules with the sums of their alerts, the most frequent first. */
function totalsOf(alerts: readonly RuleAlerts[]): [RuleAlerts['ruleId'], number][] {
  const totals = new Map<RuleAlerts['ruleId'], number>();
  for (const { ruleId, count } of alerts) totals.set(ruleId, (totals.get(ruleId) ?? 0) + count);
  return [...totals].sort(([, one], [, other]) => other - one);
}

/** Every UTC day of the period, the last of them the day of `asOf`. */
function daysOf(
  alerts: readonly RuleAlerts[],
  { days, asOf }: { readonly days: number; readonly asOf: string },
) {
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(Date.parse(asOf) - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const ofDay = alerts.filter((one) => one.day === day);
    return { day, counts: Object.fromEntries(ofDay.map(({ ruleId, count }) => [ruleId, count])) };
  });
}
