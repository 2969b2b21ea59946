import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';

export interface DayBarsProps {
  /** One after the other, without gaps. */
  readonly days: readonly {
    /** `YYYY-MM-DD`. */
    readonly day: string;
    /** The day as its readers write it. */
    readonly label: string;
    /** By the names of the series; absent is none. */
    readonly counts: Readonly<Record<string, number>>;
  }[];
  /** What is counted, from the bottom up. */
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  /** Side by side instead of stacked. */
  readonly grouped?: boolean;
}

/** The axis ends with an even number, so that its middle is a whole one. */
export const evenAbove = (highest: number): number => 2 * Math.max(1, Math.ceil(highest / 2));

/** Bars of each day, stacked or side by side. */
export function DayBarsChart({ days, series, grouped = false }: DayBarsProps) {
  return (
    <BarChart
      h="100%"
      data={days.map(({ label, counts }) => ({ label, ...counts }))}
      dataKey="label"
      series={[...series]}
      type={grouped ? 'default' : 'stacked'}
      tickLine="none"
      gridAxis="x"
      strokeDasharray="0"
      yAxisProps={{ allowDecimals: false, width: 28, tickCount: 3, domain: [0, evenAbove] }}
      maxBarWidth={16}
      // Keyboards and screen readers reach the table.
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
