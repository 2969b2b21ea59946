import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseAges, Overview } from '@kernel/staff/overview';
import { Box, Flex, Text } from '@mantine/core';
import { formatDay } from '../../lib/format';
import { Card } from '../../ui/parts/card';
import { ListGrid } from '../frame/list-grid';
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
      <ListGrid component="ol" cols={7} spacing="xs" aria-label={t('overview.ages')}>
        {ages.map((group) => (
          <AgeBar key={group.overDays} group={group} highest={highest} />
        ))}
      </ListGrid>
      <Flex justify="space-between" mt="xs" c="dimmed" fz="xs">
        <span>{t('overview.dueOn', { day: dueAfter(DUE_DAYS) })}</span>
        <span>{t('overview.dueToday')}</span>
      </Flex>
    </Card>
  );
}

function AgeBar({ group, highest }: { readonly group: CaseAges; readonly highest: number }) {
  const { t } = useTranslation();
  const counted = useCount();
  const { overDays, toDays, count } = group;
  const share = (count / highest) * 100;
  const late = toDays === null ? 'danger' : toDays === DUE_DAYS ? 'warning' : undefined;
  const color = `var(--${late ?? 'chart-3'})`;
  return (
    <Flex component="li" direction="column" align="center" justify="flex-end" ta="center" fz="xs">
      <Text component="b" fz="xs" c={late ? color : 'inherit'}>
        {counted(count)}
      </Text>
      <Box
        component="svg"
        className="line-below"
        w="100%"
        maw={40}
        h={112}
        my={4}
        viewBox="0 0 1 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width="1" y={100 - share} height={share} fill={color} />
      </Box>
      <span>
        {toDays === null
          ? t('overview.overdueAge')
          : t('overview.age', { from: overDays === 0 ? 0 : overDays + 1, to: toDays })}
      </span>
    </Flex>
  );
}
