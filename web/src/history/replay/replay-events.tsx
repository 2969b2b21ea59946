import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { Box, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDay } from '../../lib/format';
import type { ReplayPlace } from './replay-line';
import { streamOf } from './replay-streams';
import { StreamDot } from './stream-dot';
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
    <section className="card card-flush" aria-label={t('replay.events')}>
      <Box
        component="ol"
        ref={list}
        className="replay-events"
        pos="relative"
        mah={{ base: 264, md: 720 }}
        fz="sm"
        onKeyDown={onKeyDown}
      >
        {steps.map(({ event }, at) => (
          <li key={event.id}>
            {days[at] !== days[at - 1] && (
              <Fine px="md" py={6} bg="var(--surface-2)">
                {days[at]}
              </Fine>
            )}
            <UnstyledButton
              className={at === current ? 'replay-event row-current' : 'replay-event'}
              c={at > current ? 'dimmed' : 'inherit'}
              aria-current={at === current ? 'step' : undefined}
              onClick={() => onOpen(at)}
            >
              <Fine span>{left + at + 1}</Fine>
              <StreamDot stream={streamOf(event)} />
              <Text span fz="sm" fw={at === current ? 600 : 400}>
                {nameOf(event.type)}
                <Fine span className="wrap-anywhere" display="block" fw={400}>
                  {event.type}
                </Fine>
              </Text>
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
