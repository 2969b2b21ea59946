import '@mantine/core/styles/Timeline.layer.css';
import './timeline.css';
import type { CSSProperties, ReactNode } from 'react';
import { Timeline as MantineTimeline } from '@mantine/core';
import { Icon, type IconName } from './icon';

export interface TimelineEntry {
  readonly id: string;
  readonly state: 'done' | 'now' | 'later' | 'failed' | 'stopped';
  readonly title: string;
  /** The time, with the exact one in its `title`. */
  readonly time?: ReactNode;
  readonly text?: ReactNode;
}

const SIGNS: Readonly<Partial<Record<TimelineEntry['state'], IconName>>> = {
  done: 'check',
  failed: 'close',
  stopped: 'close',
};
/** A long handle wraps instead of widening the page. */
const ANY_WORD = { minWidth: 0, overflowWrap: 'anywhere' } as const;
/** Also for steps before the active one, whose dots Mantine fills with the accent. */
const BULLETS: Readonly<Partial<Record<TimelineEntry['state'], CSSProperties>>> = {
  failed: { background: 'var(--danger)', borderColor: 'var(--danger)' },
  stopped: { background: 'var(--neutral-soft)', borderColor: 'var(--neutral-soft)', color: 'var(--text-2)' },
};

/** Past, current and future steps, in order. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <MantineTimeline
      role="list"
      style={{ '--tl-icon-color': 'var(--on-accent)', '--mantine-spacing-xl': 'var(--s-24)' }}
      bulletSize={24}
      lineWidth={2}
      active={entries.map(({ state }) => state === 'done' || state === 'failed').lastIndexOf(true)}
    >
      {entries.map(({ id, state, title, time, text }) => (
        <MantineTimeline.Item
          key={id}
          role="listitem"
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
          bullet={SIGNS[state] && <Icon name={SIGNS[state]} size={14} />}
          styles={{ itemBody: ANY_WORD, itemBullet: BULLETS[state] ?? {} }}
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
