import type { ReactNode } from 'react';

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
      <div className="limit-bar" role="img" aria-label={label}>
        <span style={{ width: `${String(share * 100)}%` }} />
      </div>
      <p className="limit-legend">
        <span>
          <span className="limit-key" aria-hidden="true" />
          {legend}
        </span>
        {frees && <span className="muted">{frees}</span>}
      </p>
    </>
  );
}
