import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadCode } from '../../lib/load-code';
import type { WeekLineChartProps } from './week-line-chart';

const WeekLineChart = lazy(() =>
  loadCode(async () => ({ default: (await import('./week-line-chart')).WeekLineChart })),
);

interface WeekLineProps {
  readonly weeks: readonly (WeekLineChartProps['weeks'][number] & {
    /** `days` as its readers write it. */
    readonly text: string;
  })[];
  /** What the chart shows, for who cannot see it. */
  readonly caption: string;
  readonly weekText: string;
  readonly daysText: string;
}

/** A figure of each week as a line, and as a table for screen readers. */
export function WeekLine({ weeks, caption, weekText, daysText }: WeekLineProps) {
  return (
    <>
      <Box h={180} aria-hidden="true">
        <Suspense>
          <WeekLineChart weeks={weeks} daysText={daysText} />
        </Suspense>
      </Box>
      <div className="visually-hidden">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{weekText}</th>
              <th scope="col">{daysText}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ label, text }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
