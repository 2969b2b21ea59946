import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseAges, Overview } from '@kernel/staff/overview';
import { Box, Text } from '@mantine/core';
import { formatDay } from '../../lib/format';
import { Card } from '../../ui/parts/card';
import { Fine } from '../../ui/parts/text';
import { useCount } from '../frame/use-count';

const DAY_MS = 24 * 60 * 60_000;
/** A case is due after so many days; the group before it has the last five of them. */
const DUE_DAYS = 30;

/** Open cases by their age: the older the group, the sooner it is due. */
export function AgesCard({ figures: { ages, open, asOf } }: { readonly figures: Overview }) {
  const { t, i18n } = useTranslation();
  const counted = useCount();
  const highest = Math.max(1, ...ages.map(({ count }) => count));
  const dueAfter = (days: number) =>
    formatDay(new Date(Date.parse(asOf) + days * DAY_MS).toISOString(), i18n.language);
  return (
    <Card
      title={t('overview.ages')}
      aside={
        <Box component={Link} className="link link-inline" fz="xs" to="/compliance/cases">
          {t('overview.agesOf', { count: open, number: counted(open) })}
        </Box>
      }
    >
      <ol className="ages figures" aria-label={t('overview.ages')}>
        {ages.map((group) => (
          <AgeBar key={group.overDays} group={group} highest={highest} />
        ))}
      </ol>
      <Fine className="ages-due">
        <span>{t('overview.dueOn', { day: dueAfter(DUE_DAYS) })}</span>
        <span>{t('overview.dueToday')}</span>
      </Fine>
    </Card>
  );
}

function AgeBar({ group, highest }: { readonly group: CaseAges; readonly highest: number }) {
  const { t } = useTranslation();
  const counted = useCount();
  const { overDays, toDays, count } = group;
  const share = (count / highest) * 100;
  const late = toDays === null ? 'danger' : toDays === DUE_DAYS ? 'warning' : undefined;
  return (
    <li data-late={late}>
      <b>{counted(count)}</b>
      <svg className="age-bar" viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1" y={100 - share} height={share} />
      </svg>
      <Text span fz="xs">
        {toDays === null
          ? t('overview.overdueAge')
          : t('overview.age', { from: overDays === 0 ? 0 : overDays + 1, to: toDays })}
      </Text>
    </li>
  );
}
