import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Overview } from '@kernel/staff/overview';
import { Box, Text } from '@mantine/core';
import { formatDay } from '../../lib/format';
import { useNow } from '../../transfers/use-now';
import { lateOf } from './overview-payouts';
import { useCount } from '../frame/use-count';
import { useAge } from '../frame/use-span';
import { Fine } from '../../ui/parts/text';
import { TILE, Tiles } from '../frame/tiles';

interface TileProps {
  readonly name: string;
  readonly count: number;
  readonly to: string;
  readonly tone?: 'warning' | 'danger';
  readonly children: ReactNode;
}

function Tile({ name, count, to, tone, children }: TileProps) {
  const counted = useCount();
  return (
    <Box component="li" className="covered" {...TILE}>
      <Link className="cover" to={to}>
        <Fine span display="block" fw={400}>
          {name}
        </Fine>{' '}
        <Text span display="block" py={4} fz="lg" c={count > 0 && tone ? `var(--${tone})` : 'inherit'}>
          {counted(count)}
        </Text>
      </Link>
      <Fine mih={16}>{children}</Fine>
    </Box>
  );
}

/** What waits for staff, each figure with the list behind it. */
export function OverviewTiles({ figures }: { readonly figures: Overview }) {
  const { t, i18n } = useTranslation();
  const counted = useCount();
  const age = useAge();
  const nowMs = useNow();
  const {
    unassigned,
    longestOverdueAt,
    nextDueAt,
    dueSoonElsewhere: elsewhere,
    oldestProposedAt,
    nextReports,
    payouts,
  } = figures;
  const day = (at: string) => formatDay(at, i18n.language);
  const late = lateOf(payouts, nowMs);
  const [report] = nextReports;
  return (
    <Tiles
      component="ul"
      className="card card-flush overview-tiles"
      cols={{ base: 2, sm: 6 }}
      aria-label={t('overview.waiting')}
    >
      <Tile name={t('overview.open')} count={figures.open} to="/compliance/cases">
        {t('overview.unassigned', { count: unassigned, number: counted(unassigned) })}
      </Tile>
      <Tile name={t('overview.overdue')} count={figures.overdue} to="/compliance/cases" tone="danger">
        {longestOverdueAt && t('overview.overdueSince', { day: day(longestOverdueAt) })}
      </Tile>
      <Tile name={t('overview.dueSoon')} count={figures.dueSoon} to="/compliance/cases" tone="warning">
        {nextDueAt && t('overview.nextDue', { day: day(nextDueAt) })}
        {elsewhere > 0 &&
          ` · ${t('overview.dueElsewhere', { count: elsewhere, number: counted(elsewhere) })}`}
      </Tile>
      <Tile name={t('overview.proposed')} count={figures.proposed} to="/compliance/cases?show=proposed">
        {oldestProposedAt && t('overview.oldestCase', { age: age(nowMs - Date.parse(oldestProposedAt)) })}
      </Tile>
      <Tile name={t('overview.reports')} count={figures.reports} to="/compliance/cases?show=reports">
        {report && t('overview.nextDue', { day: day(report.dueAt) })}
      </Tile>
      <Tile name={t('overview.payouts')} count={payouts.count} to="/compliance/payouts">
        {late > 0 && (
          <Text span c="var(--danger)">
            {t('overview.late', { count: late, minutes: payouts.lateAfterMinutes })}
          </Text>
        )}
      </Tile>
    </Tiles>
  );
}
