import '@mantine/core/styles/Progress.layer.css';
import type { ReactNode } from 'react';
import { Box, Progress } from '@mantine/core';

/** The dot that ties the legend to the filled part. */
const KEY = { display: 'inline-block', w: 8, h: 8, mr: 8, bg: 'var(--accent)', bdrs: '50%' };

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
      <p className="limit-legend t14">
        <span>
          <Box className="limit-key" component="span" {...KEY} style={{ verticalAlign: 1 }} aria-hidden />
          {legend}
        </span>
        {frees && <span className="muted">{frees}</span>}
      </p>
    </>
  );
}
