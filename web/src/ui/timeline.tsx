import type { ReactNode } from 'react';
import { Icon } from './icon';

export interface TimelineEntry {
  readonly id: string;
  readonly state: 'done' | 'now' | 'later';
  readonly title: string;
  /** The time, with the exact one in its `title`. */
  readonly time?: ReactNode;
  readonly text?: ReactNode;
}

/** What happened, what is happening and what comes, in order. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li
          className={`step-${entry.state}`}
          key={entry.id}
          aria-current={entry.state === 'now' ? 'step' : undefined}
        >
          <span className="timeline-dot">{entry.state === 'done' && <Icon name="check" size={14} />}</span>
          <div className="timeline-line">
            <h3>{entry.title}</h3>
            {entry.time}
          </div>
          {entry.text && <p>{entry.text}</p>}
        </li>
      ))}
    </ol>
  );
}
