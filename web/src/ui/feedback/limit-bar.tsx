import '@mantine/core/styles/Progress.layer.css';
import type { ReactNode } from 'react';
import { Progress, Text } from '@mantine/core';

interface LimitBarProps {
  readonly usedCents: number;
  /** The part of what is used that is only reserved. */
  readonly waitingCents?: number;
  readonly limitCents: number;
  /** The bar in words, for those who do not see it. */
  readonly label: string;
  /** What the filled part means. */
  readonly legend: ReactNode;
  /** What the striped part means. */
  readonly waiting?: ReactNode;
  /** When more frees up. */
  readonly frees?: ReactNode;
}

/** How much of a limit is used, and how much of that is only reserved, with a keyed legend. */
export function LimitBar({
  usedCents,
  waitingCents = 0,
  limitCents,
  label,
  legend,
  waiting,
  frees,
}: LimitBarProps) {
  const shareOf = (cents: number) => (limitCents === 0 ? 0 : Math.min(1, cents / limitCents) * 100);
  const sent = shareOf(usedCents - waitingCents);
  return (
    <>
      <Progress.Root size={8} radius="xl" transitionDuration={250}>
        <Progress.Section value={sent} aria-label={label} aria-valuetext={label} />
        <Progress.Section
          className="limit-waiting"
          value={Math.min(shareOf(waitingCents), 100 - sent)}
          withAria={false}
        />
      </Progress.Root>
      <LimitLegend legend={legend} waiting={waiting} />
      {frees && (
        <Text fz="sm" c="dimmed" mt="xs">
          {frees}
        </Text>
      )}
    </>
  );
}

/** What is sent, and apart from it what is only reserved. */
export function LimitLegend({ legend, waiting }: Pick<LimitBarProps, 'legend' | 'waiting'>) {
  return (
    <Text className="limit-legend" fz="sm">
      <span>
        <span className="limit-key" aria-hidden="true" />
        {legend}
      </span>
      {waiting && (
        <span>
          <span className="limit-key limit-waiting" aria-hidden="true" />
          {waiting}
        </span>
      )}
    </Text>
  );
}
