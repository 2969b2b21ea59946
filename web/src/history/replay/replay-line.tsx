import '@mantine/core/styles/Slider.layer.css';
import { useEffect, useRef } from 'react';
import { Box, Group, Slider, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReplayStep } from '@kernel/staff/replay';
import { formatExact, formatNumber, formatSecond } from '../../lib/format';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Muted } from '../../ui/parts/text';
import { useNarrow } from '../../ui/parts/use-narrow';
import { IconButton } from '../../ui/forms/icon-button';
import { shortPosition } from '../../review/reveal/access-reason';
import { REPLAY_STREAMS, streamOf } from './replay-streams';
import { StreamDot } from './stream-dot';
import { useEventName } from '../use-event-name';
import type { EarlierSteps } from '../use-history';

/** With more events than this the dots would run into one line. */
const DOTS_LIMIT = 120;
/** As many fit a phone. */
const NARROW_DOTS_LIMIT = 60;

export interface ReplayPlace {
  /** Those that are loaded. */
  readonly steps: readonly ReplayStep[];
  /** How many there are before them. */
  readonly left: number;
  /** The index of the event that is shown, among the loaded ones. */
  readonly current: number;
  readonly onOpen: (index: number) => void;
}

interface ReplayLineProps extends ReplayPlace {
  readonly count: number;
  readonly earlier: EarlierSteps | null;
  /** Where the sender is shown as they were at a position. */
  readonly pastPath: (position: string) => string;
}

/** The place of each event in the history: a dot, colored by stream, under a slider. */
export function ReplayLine(props: ReplayLineProps) {
  const { steps, left, count, current, onOpen, pastPath, earlier } = props;
  const { t, i18n } = useTranslation();
  const nameOf = useEventName();
  const dotsLimit = useNarrow() ? NARROW_DOTS_LIMIT : DOTS_LIMIT;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form that had the focus was replaced.
    if (document.activeElement === document.body)
      line.current?.querySelector<HTMLElement>('[role=slider]')?.focus({ preventScroll: true });
  }, []);
  const event = steps[current]?.event;
  if (!event) return null;
  const place = t('replay.event', { number: left + current + 1, count });
  return (
    <Card>
      <Group gap="4px var(--s-16)">
        <Text fz="sm" role="status">
          <b>{place}</b>{' '}
          <Text component="time" c="dimmed" dateTime={event.at} title={formatExact(event.at, i18n.language)}>
            {t('replay.at', {
              at: formatSecond(event.at, i18n.language),
              position: shortPosition(event.position),
            })}
          </Text>
          <span className="visually-hidden">{nameOf(event.type)}</span>
        </Text>
        <Link className="link" to={pastPath(event.position)}>
          {t('senderAt.open')}
        </Link>
        <Group component="ul" className="wide-only" ml="auto" c="dimmed" fz="xs">
          {REPLAY_STREAMS.map((stream) => (
            <Group component="li" key={stream} gap="xs">
              <StreamDot stream={stream} />
              {t(`replay.streams.${stream}`)}
            </Group>
          ))}
        </Group>
        <Group gap="xs" wrap="nowrap" align="stretch">
          <IconButton icon="chevronLeft" label={t('replay.previous')} onClick={() => onOpen(current - 1)} />
          <IconButton icon="chevronRight" label={t('replay.next')} onClick={() => onOpen(current + 1)} />
        </Group>
      </Group>
      <Box mt="md" ref={line}>
        <Group justify="space-between" px={5} wrap="nowrap" align="stretch" gap={0} aria-hidden="true">
          {steps.length <= dotsLimit &&
            steps.map((step, at) => (
              <StreamDot key={step.event.id} stream={streamOf(step.event)} isHollow={at > current} />
            ))}
        </Group>
        <Slider
          thumbSize={20}
          max={Math.max(steps.length - 1, 1)}
          value={current}
          label={null}
          thumbLabel={t('replay.slider')}
          thumbValueText={`${place}: ${nameOf(event.type)}`}
          onChange={onOpen}
        />
      </Box>
      {earlier && <Earlier {...earlier} loaded={steps.length} count={count} />}
    </Card>
  );
}

interface EarlierProps extends EarlierSteps {
  readonly loaded: number;
  readonly count: number;
}

/** How many events are loaded, and the way to more. */
function Earlier({ loaded, count, isLoading, error, load }: EarlierProps) {
  const { t, i18n } = useTranslation();
  if (error) return <ErrorBlock title={t('replay.failed')} error={error} onRetry={load} />;
  return (
    <Group gap="sm">
      <Muted>
        {t('replay.loaded', {
          loaded: formatNumber(loaded, i18n.language),
          count: formatNumber(count, i18n.language),
        })}
      </Muted>
      <Button size="xs" busy={isLoading} onClick={load}>
        {t('replay.earlier')}
      </Button>
    </Group>
  );
}
