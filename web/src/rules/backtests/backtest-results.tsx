import { useTranslation } from 'react-i18next';
import type { BacktestFigures, BacktestResult } from '@kernel/staff/backtests';
import { CONDITIONS } from '@kernel/staff/rule-conditions';
import type { RuleDefinitionOnWire, RuleDetail } from '@kernel/staff/rule-views';
import type { RuleMeasure } from '@kernel/staff/rules';
import { Flex, Group } from '@mantine/core';
import { formatMoney, formatNumber, formatShare, formatUtcDay } from '../../lib/format';
import { Notice } from '../../ui/feedback/notice';
import { BacktestLists } from './backtest-lists';
import { barsOf } from './backtest-period';
import { DayBars } from '../../review/overview/day-bars';
import { Fine } from '../../ui/parts/text';
import { FigureTile, Tiles } from '../../review/frame/tiles';

interface ResultsProps {
  readonly rule: RuleDetail | null;
  /** Of the backtest. */
  readonly id: string;
  /** The definition that was run. */
  readonly definition: RuleDefinitionOnWire;
  readonly result: BacktestResult;
}

/** What a definition would have done, compared with the version in force. */
export function BacktestResults({ rule, id, definition, result }: ResultsProps) {
  const version = result.against ? (rule?.versions[0]?.version ?? null) : null;
  return (
    <>
      <SeenFrom definition={definition} result={result} />
      <Figures result={result} version={version} />
      <Chart result={result} version={version} />
      <BacktestLists id={id} result={result} version={version} />
    </>
  );
}

/** What some conditions need was not always recorded; and what could not be read. */
function SeenFrom({ definition, result }: Pick<ResultsProps, 'definition' | 'result'>) {
  const { t, i18n } = useTranslation();
  const { indexedFrom, unreadable } = result;
  return (
    <>
      {indexedFrom !== null && needsIndex(definition) && (
        <div className="table-note">
          <Notice tone="warning" icon="info">
            {t('backtest.indexedFrom', { day: formatUtcDay(indexedFrom.slice(0, 10), i18n.language) })}
          </Notice>
        </div>
      )}
      {unreadable > 0 && (
        <div className="table-note">
          <Notice tone="warning" icon="alert">
            {t('backtest.unreadable', { count: unreadable })}
          </Notice>
        </div>
      )}
    </>
  );
}

/** Which measures read what only later attempts have recorded. */
const INDEXED_MEASURES: Readonly<Record<RuleMeasure, boolean>> = {
  attempts: false,
  amount: false,
  handles: true,
};

const needsIndex = ({ measure, where }: RuleDefinitionOnWire): boolean =>
  INDEXED_MEASURES[measure] ||
  CONDITIONS.some(({ name, recorded }) => recorded === 'later' && where[name] !== undefined);

interface PartProps {
  readonly result: BacktestResult;
  /** That is in force, and was compared with; null without one. */
  readonly version: number | null;
}

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly color?: string | undefined;
  readonly note: string;
}

function Figures({ result, version }: PartProps) {
  const { t } = useTranslation();
  const figures = useFigures(result, version);
  return (
    <Tiles
      component="dl"
      className="line-above"
      cols={{ base: 2, sm: figures.length }}
      aria-label={t('backtest.figures')}
    >
      {figures.map(({ name, value, color, note }) => (
        <FigureTile key={name} {...{ name, value, color }}>
          {note}
        </FigureTile>
      ))}
    </Tiles>
  );
}

/** Texts that are there, in one line. */
const joined = (texts: readonly (string | false)[]): string =>
  texts.filter((text) => text !== false && text !== '').join(' · ');

function useFigures(result: BacktestResult, version: number | null): readonly Figure[] {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  const { against } = result;
  const beside = (read: (figures: BacktestFigures) => string) =>
    against && version !== null ? t('backtest.version', { version, value: read(against) }) : '';
  const share = ({ suspiciousShare }: BacktestFigures) =>
    suspiciousShare === null ? t('backtest.noReviews') : formatShare(suspiciousShare, i18n.language);
  const money = (amount: string) => formatMoney(amount, i18n.language);
  const compared: readonly Figure[] =
    version === null
      ? []
      : [
          {
            name: t('backtest.new'),
            value: result.newCount === 0 ? '0' : `+${number(result.newCount)}`,
            color: result.newCount === 0 ? undefined : 'var(--info)',
            note: t('backtest.onlyHere'),
          },
          {
            name: t('backtest.lost'),
            value: result.lostCount === 0 ? '0' : `−${number(result.lostCount)}`,
            color: result.lostCount === 0 ? undefined : 'var(--danger)',
            note: t('backtest.onlyIn', { version }),
          },
        ];
  return [
    {
      name: t('backtest.alerts'),
      value: number(result.alerts),
      note: joined([
        t('backtest.senders', { count: result.senders, senders: number(result.senders) }),
        beside(({ alerts }) => number(alerts)),
      ]),
    },
    ...compared,
    {
      name: t('backtest.cases'),
      value: number(result.cases),
      note: beside(({ cases }) => number(cases)),
    },
    {
      name: t('backtest.atRisk'),
      value: money(result.atRisk),
      note: beside(({ atRisk }) => money(atRisk)),
    },
    {
      name: t('backtest.suspicious'),
      value: share(result),
      note: joined([
        result.reviewed > 0 &&
          t('backtest.ofReviewed', { suspicious: result.suspicious, count: result.reviewed }),
        beside(share),
      ]),
    },
  ];
}

function Chart({ result, version }: PartProps) {
  const { t, i18n } = useTranslation();
  const { isWeekly, bars } = barsOf(
    result.days.map(({ day, alerts }, index) => ({
      day,
      counts: { run: alerts, against: result.against?.days[index]?.alerts ?? 0 },
    })),
  );
  const run = { name: 'run', label: t('backtest.thisDefinition'), color: 'var(--chart-1)' };
  const series =
    version === null
      ? [run]
      : [{ name: 'against', label: t('backtest.inForce', { version }), color: 'var(--chart-3)' }, run];
  const title = t(isWeekly ? 'backtest.perWeek' : 'backtest.perDay');
  return (
    <div className="table-note">
      <Group gap="var(--s-8) var(--s-16)" justify="space-between" mb="xs">
        <Fine span>{title}</Fine>
        <Flex component="ul" gap="0 var(--s-16)" wrap="wrap" fz="xs">
          {series.map(({ name, label, color }) => (
            <Flex component="li" key={name} gap="xs" align="center" mih={24} c="dimmed">
              <svg width={10} viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" rx="2" fill={color} />
              </svg>
              {label}
            </Flex>
          ))}
        </Flex>
      </Group>
      <DayBars
        grouped
        caption={title}
        dayText={t(isWeekly ? 'backtest.weekFrom' : 'backtest.day')}
        days={bars.map(({ day, counts }) => ({
          day,
          counts,
          label: formatUtcDay(day, i18n.language),
        }))}
        series={series}
      />
    </div>
  );
}
