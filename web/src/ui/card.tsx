import { useId, type ReactNode } from 'react';

interface CardProps {
  readonly title?: ReactNode;
  /** Stands right of the title. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A block of a screen, a region named by its title. */
export function Card({ title, aside, className = '', busy = false, children }: CardProps) {
  const titleId = useId();
  return (
    <section
      className={`card ${className}`.trim()}
      aria-labelledby={title ? titleId : undefined}
      aria-busy={busy || undefined}
    >
      {title && (
        <div className="card-head">
          <h2 id={titleId}>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
