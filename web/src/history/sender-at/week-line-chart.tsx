import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { evenAbove } from '../../review/overview/day-bars-chart';

export interface WeekLineChartProps {
  /** One after the other; weeks without a figure are skipped. */
  readonly weeks: readonly { readonly label: string; readonly days: number }[];
  /** What the figures are. */
  readonly daysText: string;
}

/** A line over weeks that begins at zero. */
export function WeekLineChart({ weeks, daysText }: WeekLineChartProps) {
  return (
    <LineChart
      h="100%"
      data={weeks.map(({ label, days }) => ({ label, days }))}
      dataKey="label"
      series={[{ name: 'days', label: daysText, color: 'var(--chart-1)' }]}
      curveType="linear"
      tickLine="none"
      gridAxis="x"
      strokeDasharray="0"
      dotProps={{ r: 3 }}
      yAxisProps={{
        width: 28,
        allowDecimals: false,
        tickCount: 3,
        domain: [0, evenAbove],
      }}
      lineChartProps={{ accessibilityLayer: false }}
    />
  );
}
