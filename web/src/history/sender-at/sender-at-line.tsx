import '@mantine/core/styles/Slider.layer.css';
import { useState } from 'react';
import { Box, Flex, Slider, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { HISTORY_LANES, type SenderAt } from '@kernel/staff/sender-at';
import { formatDay, formatSecond } from '../../lib/format';
import { Fine } from '../../ui/parts/text';

/** Steps of the slider: finer than a pixel. */
const STEPS = 2_000;
const HIGHEST = 18;
const LOWEST = 8;
const PER_EVENT = 3;

/** Where the lanes begin, after their names. */
const LANES_LEFT = 104;
const COLORS: Readonly<Record<(typeof HISTORY_LANES)[number], string>> = {
  sender: 'var(--text-2)',
  verification: 'var(--info)',
  transfers: 'var(--accent)',
  cases: 'var(--warning)',
};

interface SenderAtLineProps {
  readonly at: SenderAt;
  readonly onInstant: (instant: string) => void;
}

/** When something happened, by kind, under a slider that stands at the instant that is shown. */
export function SenderAtLine({ at: { line, instant, place, count }, onInstant }: SenderAtLineProps) {
  const { t, i18n } = useTranslation();
  const fromMs = Date.parse(line.from);
  const spanMs = Math.max(Date.parse(line.to) - fromMs, 1);
  const current = Math.min(Math.max(Math.round(((Date.parse(instant) - fromMs) / spanMs) * STEPS), 0), STEPS);
  const msAt = (value: number) => Math.round(fromMs + (value / STEPS) * spanMs);
  const [dragged, setDragged] = useState<number | null>(null);
  const value = dragged ?? current;
  const textAt = (step: number) => formatSecond(new Date(msAt(step)).toISOString(), i18n.language);
  return (
    <Box mt="md">
      <Text fz="sm" role="status">
        {t('senderAt.place', { place, count })}
      </Text>
      <Box mt="xs" aria-hidden="true">
        {HISTORY_LANES.map((lane) => (
          <Flex key={lane} gap="xs" align="center">
            <Fine span flex="none" w={96}>
              {t(`senderAt.lanes.${lane}`)}
            </Fine>
            <Marks counts={line[lane]} color={COLORS[lane]} share={value / STEPS} />
          </Flex>
        ))}
      </Box>
      <Box ml={LANES_LEFT}>
        <Slider
          max={STEPS}
          value={value}
          label={textAt}
          thumbLabel={t('senderAt.slider')}
          thumbValueText={textAt(value)}
          onChange={setDragged}
          onChangeEnd={(to) => {
            setDragged(null);
            onInstant(new Date(msAt(to)).toISOString());
          }}
        />
      </Box>
      <Flex ml={LANES_LEFT} justify="space-between" c="dimmed" fz="xs">
        <span>{formatDay(line.from, i18n.language)}</span>
        <span>{t('senderAt.now')}</span>
      </Flex>
    </Box>
  );
}

/** A line as thick everywhere, however wide the picture is. */
const LINE = { vectorEffect: 'non-scaling-stroke' } as const;

interface MarksProps {
  readonly counts: readonly number[];
  readonly color: string;
  /** Of the picture's width, that lies before the instant. */
  readonly share: number;
}

/** One mark for each span with events, higher with more of them, pale after the instant. */
function Marks({ counts, color, share }: MarksProps) {
  return (
    <Box
      component="svg"
      flex={1}
      miw={0}
      h={24}
      viewBox={`0 0 ${counts.length} 24`}
      preserveAspectRatio="none"
      fill={color}
    >
      <path {...LINE} stroke="var(--border)" d={`M0 12H${counts.length}`} />
      <path {...LINE} stroke="var(--text)" strokeWidth={2} d={`M${share * counts.length} 0V24`} />
      {counts.map((count, span) => {
        const height = Math.min(LOWEST + count * PER_EVENT, HIGHEST);
        return (
          count > 0 && (
            <rect
              key={span}
              x={span + 0.2}
              y={12 - height / 2}
              width={0.6}
              height={height}
              rx={0.2}
              opacity={(span + 0.5) / counts.length > share ? 0.4 : 1}
            />
          )
        );
      })}
    </Box>
  );
}
