import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { Box, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDay } from '../../lib/format';
import type { ReplayPlace } from './replay-line';
import { streamOf } from './replay-streams';
import { useEventName } from '../use-event-name';
import { Fine } from '../../ui/parts/text';

/** Where a key leads from an event of the list. */
const MOVES: Readonly<Record<string, (current: number, last: number) => number>> = {
  ArrowDown: (current) => current + 1,
  ArrowRight: (current) => current + 1,
  ArrowUp: (current) => current - 1,
  ArrowLeft: (current) => current - 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** Every event in words with its technical name and time, under its day; arrow keys, Home and End move along it. */
export function ReplayEvents({ steps, left, current, onOpen }: ReplayPlace) {
  const { t, i18n } = useTranslation();
  const nameOf = useEventName();
  const days = steps.map(({ event }) => formatDay(event.at, i18n.language));
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const entry = list.current?.children[current];
    if (!list.current || !entry) return;
    showInList(list.current, entry);
    if (list.current.contains(document.activeElement))
      entry.querySelector('button')?.focus({ preventScroll: true });
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    onOpen(move(current, steps.length - 1));
  };
  return (
    <section className="card card-flush replay-list" aria-label={t('replay.events')}>
      <Box component="ol" ref={list} className="replay-events" fz="sm" onKeyDown={onKeyDown}>
        {steps.map(({ event }, at) => (
          <li key={event.id}>
            {days[at] !== days[at - 1] && <Fine>{days[at]}</Fine>}
            <UnstyledButton
              className={at === current ? 'replay-event row-current' : 'replay-event'}
              data-later={at > current || undefined}
              aria-current={at === current ? 'step' : undefined}
              onClick={() => onOpen(at)}
            >
              <Fine span>{left + at + 1}</Fine>
              <span className="replay-dot" data-stream={streamOf(event)} />
              <span className="replay-name">
                {nameOf(event.type)}
                <Fine span>{event.type}</Fine>
              </span>
              <Fine span className="nowrap">
                {formatClock(event.at, i18n.language)}
              </Fine>
            </UnstyledButton>
          </li>
        ))}
      </Box>
    </section>
  );
}

/** Scrolls only the list: `scrollIntoView` would move the page as well. */
function showInList(list: HTMLElement, entry: Element): void {
  const bounds = list.getBoundingClientRect();
  const { top, bottom } = entry.getBoundingClientRect();
  list.scrollTop += Math.min(top - bounds.top, 0) + Math.max(bottom - bounds.bottom, 0);
}
