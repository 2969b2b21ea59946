import '@mantine/core/styles/Timeline.layer.css';
import './timeline.css';
import type { ReactNode } from 'react';
import { Timeline as MantineTimeline } from '@mantine/core';
import { Icon, type IconName } from '../parts/icon';
import { Muted } from '../parts/text';

export interface TimelineEntry {
  readonly id: string;
  readonly state: 'done' | 'now' | 'later' | 'failed' | 'stopped' | 'info';
  readonly title: string;
  /** The time, with the exact one in its `title`. */
  readonly time?: ReactNode;
  readonly text?: ReactNode;
}

const SIGNS: Readonly<Partial<Record<TimelineEntry['state'], IconName>>> = {
  done: 'check',
  failed: 'close',
  stopped: 'close',
  info: 'info',
};

const PASSED: ReadonlySet<TimelineEntry['state']> = new Set(['done', 'failed', 'info']);

/** Past, current and future steps, in order. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <MantineTimeline
      role="list"
      bulletSize={24}
      lineWidth={2}
      active={entries.map(({ state }) => PASSED.has(state)).lastIndexOf(true)}
    >
      {entries.map(({ id, state, title, time, text }) => (
        <MantineTimeline.Item
          key={id}
          role="listitem"
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
          bullet={SIGNS[state] && <Icon name={SIGNS[state]} size={state === 'info' ? 24 : 14} />}
          title={
            <>
              <h3>{title}</h3>
              {time}
            </>
          }
        >
          {text && <Muted component="div">{text}</Muted>}
        </MantineTimeline.Item>
      ))}
    </MantineTimeline>
  );
}
