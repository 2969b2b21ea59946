import '@mantine/core/styles/Slider.layer.css';
import { useState } from 'react';
import { Box, Slider, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { HISTORY_LANES, type SenderAt } from '@kernel/staff/sender-at';
import { formatDay, formatSecond } from '../../lib/format';
import { Fine } from '../../ui/parts/text';

/** Steps of the slider: finer than a pixel. */
const STEPS = 2_000;
const HIGHEST = 18;
const LOWEST = 8;
const PER_EVENT = 3;

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
          <div key={lane} className="then-lane" data-lane={lane}>
            <Fine span>{t(`senderAt.lanes.${lane}`)}</Fine>
            <Marks counts={line[lane]} share={value / STEPS} />
          </div>
        ))}
      </Box>
      <div className="then-slider">
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
      </div>
      <Fine className="then-ends">
        <span>{formatDay(line.from, i18n.language)}</span>
        <span>{t('senderAt.now')}</span>
      </Fine>
    </Box>
  );
}

/** One mark for each span with events, higher with more of them, pale after the instant. */
function Marks({ counts, share }: { readonly counts: readonly number[]; readonly share: number }) {
  return (
    <svg className="then-marks" viewBox={`0 0 ${counts.length} 24`} preserveAspectRatio="none">
      <path d={`M0 12H${counts.length}`} />
      <path className="then-here" d={`M${share * counts.length} 0V24`} />
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
              data-later={(span + 0.5) / counts.length > share || undefined}
            />
          )
        );
      })}
    </svg>
  );
}
