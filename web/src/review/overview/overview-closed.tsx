import '@mantine/core/styles/Progress.layer.css';
import { Box, Flex, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Overview, RuleOutcomes } from '@kernel/staff/overview';
import { formatList, formatNumber, formatShare, formatUtcDay } from '../../lib/format';
import { Card } from '../../ui/parts/card';
import { Fine } from '../../ui/parts/text';
import { EmptyState } from '../../ui/feedback/empty-state';
import { RuleName } from '../../rules/editor/rule-name';
import { useRuleNames } from '../../rules/use-rules';
import { WeekLine } from '../../history/sender-at/week-line';

const CLOSED = '/compliance/cases?show=closed';

/** How many of each rule's closed cases were suspicious. */
export function OutcomesCard({ figures: { outcomes, days, isCut } }: { readonly figures: Overview }) {
  const { t, i18n } = useTranslation();
  const nameOf = useRuleNames(outcomes.map(({ ruleId }) => ruleId));
  const falseMatches = outcomes
    .filter(({ falseMatches: count }) => count > 0)
    .map(({ ruleId, falseMatches: count }) => `${nameOf(ruleId)} ${String(count)}`);
  return (
    <Card
      title={t('overview.outcomes')}
      aside={
        <Box component={Link} className="link link-inline" fz="xs" to={CLOSED}>
          {t('overview.closedIn', { count: days })}
        </Box>
      }
    >
      {outcomes.length === 0 ? (
        <EmptyState icon="document" quiet title={t('overview.noneClosed', { count: days })} />
      ) : (
        <Stack gap="md">
          <Stack component="ul" gap="md">
            {outcomes.map((one) => (
              <Share key={one.ruleId} outcomes={one} />
            ))}
          </Stack>
          {falseMatches.length > 0 && (
            <Fine>
              {t('overview.falseMatches', {
                rules: formatList(falseMatches, i18n.language, 'conjunction'),
              })}
            </Fine>
          )}
          {isCut && <Fine>{t('overview.cut')}</Fine>}
        </Stack>
      )}
    </Card>
  );
}

function Share({ outcomes: { ruleId, closed, suspicious } }: { readonly outcomes: RuleOutcomes }) {
  const { t, i18n } = useTranslation();
  const share = suspicious / closed;
  return (
    <Flex component="li" gap="xs" align="center" fz="sm">
      <Box flex="9 1 0" miw={0}>
        <Link className="link-plain" to={`/compliance/rules/${ruleId}`}>
          <RuleName id={ruleId} />
        </Link>
      </Box>
      <Progress
        flex="4 1 0"
        miw={40}
        value={share * 100}
        size={8}
        radius="xl"
        aria-hidden
        transitionDuration={0}
      />
      <Text component="b" className="number" w={44} fz="sm">
        {formatShare(share, i18n.language)}
      </Text>
      <Fine span className="number" w={56}>
        {t('overview.share', { suspicious, closed })}
      </Fine>
    </Flex>
  );
}

/** How long cases were open, as a median of each of twelve weeks. */
export function ClosingTimeCard({ figures }: { readonly figures: Overview }) {
  const { t, i18n } = useTranslation();
  const { medianDays, medianDaysBefore, weeks, days } = figures;
  const number = (value: number) => formatNumber(value, i18n.language);
  const shown = weeks.flatMap(({ from, medianDays: median }) => {
    if (median === null) return [];
    return [{ label: formatUtcDay(from, i18n.language), days: median, text: number(median) }];
  });
  return (
    <Card
      title={t('overview.closing')}
      aside={
        medianDays !== null && (
          <Fine>
            <Text component="b" c="var(--text)" fz="sm">
              {number(medianDays)}
            </Text>{' '}
            {medianDaysBefore !== null && t('overview.was', { days: number(medianDaysBefore) })}
          </Fine>
        )
      }
    >
      {shown.length === 0 ? (
        <EmptyState icon="clock" quiet title={t('overview.noneClosed', { count: days })} />
      ) : (
        <WeekLine
          caption={t('overview.closing')}
          weekText={t('overview.week')}
          daysText={t('overview.medianDays')}
          weeks={shown}
        />
      )}
    </Card>
  );
}
