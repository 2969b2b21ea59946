import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadCode } from '../../lib/load-code';
import type { DayBarsProps } from './day-bars-chart';

// The library of charts is larger than all other code of the staff's screens: only a screen that draws loads it.
const DayBarsChart = lazy(() =>
  loadCode(async () => ({ default: (await import('./day-bars-chart')).DayBarsChart })),
);

interface DescribedProps extends DayBarsProps {
  /** What the chart shows, for who cannot see it. */
  readonly caption: string;
  /** The heading of the days. */
  readonly dayText: string;
}

/** Counts per day as bars, and as a table for screen readers, which skips days without any. */
export function DayBars({ caption, dayText, ...chart }: DescribedProps) {
  const { days, series } = chart;
  return (
    <>
      <Box h={180} aria-hidden="true">
        <Suspense>
          <DayBarsChart {...chart} />
        </Suspense>
      </Box>
      <div className="visually-hidden">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{dayText}</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ counts }) => series.some(({ name }) => (counts[name] ?? 0) > 0))
              .map(({ day, label, counts }) => (
                <tr key={day}>
                  <th scope="row">{label}</th>
                  {series.map(({ name }) => (
                    <td key={name}>{counts[name] ?? 0}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
