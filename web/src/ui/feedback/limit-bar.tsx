import '@mantine/core/styles/Progress.layer.css';
import type { ReactNode } from 'react';
import { Progress, Text } from '@mantine/core';

interface LimitBarProps {
  readonly usedCents: number;
  readonly limitCents: number;
  /** The bar in words, for those who do not see it. */
  readonly label: string;
  /** What the filled part means. */
  readonly legend: ReactNode;
  /** When more frees up. */
  readonly frees?: ReactNode;
}

/** How much of a limit is used, with a keyed legend. */
export function LimitBar({ usedCents, limitCents, label, legend, frees }: LimitBarProps) {
  const share = limitCents === 0 ? 0 : Math.min(1, usedCents / limitCents);
  return (
    <>
      <Progress value={share * 100} aria-label={label} size={8} radius="xl" transitionDuration={250} />
      <Text className="limit-legend" fz="sm">
        <span>
          <span className="limit-key" aria-hidden="true" />
          {legend}
        </span>
        {frees && (
          <Text span c="dimmed">
            {frees}
          </Text>
        )}
      </Text>
    </>
  );
}
