import { useTranslation } from 'react-i18next';
import type { AttemptItem, CaseDetail } from '@kernel/staff/compliance';
import { Box, Flex } from '@mantine/core';
import { formatMoment, formatMoney } from '../../lib/format';
import { plotOf, type Plot } from './plot-scale';
import { useAttemptTexts } from './use-attempt-texts';
import { useSpan } from '../frame/use-span';

/** Half a line of text, by which it is moved to stand in the middle of its place. */
const HALF_LINE = '0.35em';
/** Between a dot and its amount, in px. */
const LABEL_GAP = 12;
/** A part of the picture: its texts are small, and may stand over its edge. */
const PICTURE = {
  component: 'svg',
  fz: 'xs',
  fill: 'var(--text-2)',
  overflow: 'visible',
  'aria-hidden': true,
} as const;
/** Marks of the picture and of its key. */
const ACCEPTED = { fill: 'var(--accent)' };
const REFUSED = { fill: 'var(--surface)', stroke: 'var(--danger)', strokeWidth: 2 };
const BAND = 'var(--warning-soft)';
const EDGE = { stroke: 'var(--warning)', strokeDasharray: '4 4' };

/** A picture of the attempts by time and amount, with the band that the rule counts; the same in words for who cannot see it. */
export function AttemptsPlot({ detail }: { readonly detail: CaseDetail }) {
  const { t, i18n } = useTranslation();
  const texts = useAttemptTexts();
  const { attempts } = detail;
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (!first || !last) return null;
  const plot = plotOf(detail);
  const words = attempts
    .map((attempt) => `${formatMoment(attempt.at, i18n.language)}: ${texts.one(attempt)}`)
    .join('; ');
  return (
    <Box
      component="figure"
      mt="xs"
      mx={0}
      mb={0}
      role="img"
      aria-label={t('compliance.plot.label', { attempts: words })}
    >
      <Flex gap="xs">
        <Box {...PICTURE} className="figures" flex="none" w={64} h={72}>
          {plot.amounts.map(({ y, amount }) => (
            <text key={amount} x="100%" y={`${y}%`} dy={HALF_LINE} textAnchor="end">
              {formatMoney(amount, i18n.language)}
            </text>
          ))}
        </Box>
        <Box {...PICTURE} flex={1} miw={0} h={72}>
          <Band {...plot.band} />
          <Dots plot={plot} />
        </Box>
      </Flex>
      <Box pl={72}>
        <Box {...PICTURE} w="100%" h={{ base: 48, sm: 32 }}>
          <Times plot={plot} first={first.at} last={last.at} />
        </Box>
      </Box>
    </Box>
  );
}

function Band({ top, bottom, isOpen }: Plot['band']) {
  return (
    <>
      <rect x="0" width="100%" y={`${top}%`} height={`${bottom - top}%`} fill={BAND} />
      {!isOpen && <line x1="0" x2="100%" y1={`${top}%`} y2={`${top}%`} {...EDGE} />}
      <line x1="0" x2="100%" y1={`${bottom}%`} y2={`${bottom}%`} {...EDGE} />
    </>
  );
}

function Dots({ plot }: { readonly plot: Plot }) {
  const { t, i18n } = useTranslation();
  return plot.dots.map(({ attempts: [first, ...more], xs, y, label }) => (
    <g key={first.transferId}>
      {more.length > 0 ? <Burst xs={xs} y={y} /> : <Dot attempt={first} x={xs[0] ?? 0} y={y} />}
      {label && (
        <text
          className="wide-only"
          fill="var(--text)"
          fontWeight={600}
          x={`${(label === 'right' ? xs.at(-1) : xs[0]) ?? 0}%`}
          y={`${y}%`}
          dx={label === 'right' ? LABEL_GAP : -LABEL_GAP}
          dy={HALF_LINE}
          textAnchor={label === 'right' ? 'start' : 'end'}
        >
          {more.length === 0
            ? formatMoney(first.amount, i18n.language)
            : t('compliance.times', {
                count: more.length + 1,
                amount: formatMoney(first.amount, i18n.language),
              })}
        </text>
      )}
    </g>
  ));
}

interface DotProps {
  readonly attempt: AttemptItem;
  readonly x: number;
  readonly y: number;
}

function Dot({ attempt, x, y }: DotProps) {
  return <circle cx={`${x}%`} cy={`${y}%`} r="6" {...(attempt.refused === null ? ACCEPTED : REFUSED)} />;
}

/** Equal refused attempts in one shape, so that none covers another. */
function Burst({ xs, y }: { readonly xs: readonly number[]; readonly y: number }) {
  const line = { x1: `${xs[0] ?? 0}%`, x2: `${xs.at(-1) ?? 0}%`, y1: `${y}%`, y2: `${y}%` };
  return (
    <>
      <line {...line} stroke="var(--danger)" strokeWidth={14} strokeLinecap="round" />
      <line {...line} stroke="var(--surface)" strokeWidth={10} strokeLinecap="round" />
      {xs.map((x, place) => (
        <circle key={`${place} ${x}`} cx={`${x}%`} cy={`${y}%`} r="2" fill="var(--danger)" />
      ))}
    </>
  );
}

interface TimesProps {
  readonly plot: Plot;
  readonly first: string;
  readonly last: string;
}

/** The times of the first and the last attempt, and between them. */
function Times({ plot, first, last }: TimesProps) {
  const { i18n } = useTranslation();
  const span = useSpan();
  const betweenMs = Date.parse(last) - Date.parse(first);
  if (betweenMs === 0)
    return (
      <text x="50%" y="24" textAnchor="middle">
        {formatMoment(first, i18n.language)}
      </text>
    );
  const [start, end] = [`${plot.first}%`, `${plot.last}%`];
  return (
    <>
      <g stroke="var(--border-strong)">
        <line x1={start} x2={end} y1="8" y2="8" />
        <line x1={start} x2={start} y1="4" y2="12" />
        <line x1={end} x2={end} y1="4" y2="12" />
      </g>
      <text x={start} y="26" dx="-12">
        {formatMoment(first, i18n.language)}
      </text>
      <text x="50%" y="26" textAnchor="middle" className="wide-only">
        {span(betweenMs)}
      </text>
      <text x={end} y="26" dx="12" textAnchor="end" className="plot-last">
        {formatMoment(last, i18n.language)}
      </text>
    </>
  );
}

/** The legend of the picture. */
export function PlotKey() {
  const { t } = useTranslation();
  return (
    <Flex gap="0 var(--s-16)" wrap="wrap" c="dimmed" fz="xs" aria-hidden="true">
      {(
        [
          ['compliance.acceptedShort', <circle key="accepted" cx="6" cy="6" r="6" {...ACCEPTED} />],
          ['compliance.refusedShort', <circle key="refused" cx="6" cy="6" r="5" {...REFUSED} />],
          [
            'compliance.plot.band',
            <rect
              key="band"
              x="0.5"
              y="0.5"
              width="11"
              height="11"
              rx="2"
              fill={BAND}
              {...EDGE}
              strokeDasharray="2 2"
            />,
          ],
        ] as const
      ).map(([text, mark]) => (
        <Flex component="span" key={text} gap="xs" align="center">
          <svg width={12} height={12}>
            {mark}
          </svg>
          {t(text)}
        </Flex>
      ))}
    </Flex>
  );
}
