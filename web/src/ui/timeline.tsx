import '@mantine/core/styles/Timeline.layer.css';
import './timeline.css';
import type { ReactNode } from 'react';
import { Timeline as MantineTimeline } from '@mantine/core';
import { Icon } from './icon';

export interface TimelineEntry {
  readonly id: string;
  readonly state: 'done' | 'now' | 'later';
  readonly title: string;
  /** The time, with the exact one in its `title`. */
  readonly time?: ReactNode;
  readonly text?: ReactNode;
}

/** Past, current and future steps, in order. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <MantineTimeline
      role="list"
      style={{ '--tl-icon-color': 'var(--on-accent)', '--mantine-spacing-xl': 'var(--s-24)' }}
      bulletSize={24}
      lineWidth={2}
      active={entries.filter(({ state }) => state === 'done').length - 1}
    >
      {entries.map(({ id, state, title, time, text }) => (
        <MantineTimeline.Item
          key={id}
          role="listitem"
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
          bullet={state === 'done' && <Icon name="check" size={14} />}
          title={
            <>
              <h3>{title}</h3>
              {time}
            </>
          }
        >
          {text && <p className="t14 muted">{text}</p>}
        </MantineTimeline.Item>
      ))}
    </MantineTimeline>
  );
}
