import '@mantine/core/styles/Slider.layer.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Slider, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Replay, ReplayStep } from '@kernel/compliance';
import { formatClock, formatDay, formatExact, formatSecond } from '../lib/format';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { ErrorBlock } from '../ui/error-block';
import { IconButton } from '../ui/icon-button';
import { Bone, Skeleton } from '../ui/skeleton';
import { ReplayState } from './replay-state';
import { useReplay } from './use-cases';

/** The sender's history, replayed to any event. Every read is recorded, so it loads only on request. */
export function ReplayCard({ uid, caseId }: { readonly uid: string; readonly caseId: string }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const { data, error, isLoading, mutate } = useReplay(uid, { caseId, wanted });
  const load = () => {
    if (wanted) void mutate();
    else setWanted(true);
  };
  return (
    <Card
      title={t('compliance.replay')}
      aside={<span className="muted t14">{t('compliance.readOnly')}</span>}
    >
      {isLoading && (
        <Skeleton>
          <Bone width="100%" height={240} />
        </Skeleton>
      )}
      {error && !data && <ErrorBlock title={t('compliance.replayFailed')} error={error} onRetry={load} />}
      {data && <ReplaySteps replay={data} />}
      {!wanted && (
        <div className="stack-16">
          <p className="muted t14">{t('compliance.replayRecorded')}</p>
          <Button size="sm" icon="eye" onClick={load}>
            {t('compliance.replayOpen')}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** With more events than this the dots would run into one line. */
const DOTS_LIMIT = 120;

function ReplaySteps({ replay: { steps } }: { readonly replay: Replay }) {
  const { t, i18n } = useTranslation();
  const last = steps.length - 1;
  const [index, setIndex] = useState(last);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus was removed.
    bar.current?.querySelector<HTMLElement>('[role=slider]')?.focus();
  }, []);
  const step = steps[index];
  if (!step) return null;
  const position = t('compliance.eventOf', { number: index + 1, count: steps.length });
  const go = (to: number) => {
    setIndex(Math.min(Math.max(to, 0), last));
  };
  return (
    <>
      <div className="replay-bar line" ref={bar}>
        <IconButton icon="chevronLeft" label={t('compliance.previousEvent')} onClick={() => go(index - 1)} />
        <Slider
          className="fill"
          thumbSize={24}
          max={last}
          value={index}
          label={null}
          marks={last < DOTS_LIMIT ? steps.map((_, value) => ({ value })) : []}
          thumbLabel={t('compliance.replaySlider')}
          thumbValueText={`${position}: ${step.event.type}`}
          onChange={go}
        />
        <IconButton icon="chevronRight" label={t('compliance.nextEvent')} onClick={() => go(index + 1)} />
      </div>
      <p className="t14" role="status">
        <b>{position}</b> · {step.event.type} ·{' '}
        <time dateTime={step.event.at} title={formatExact(step.event.at, i18n.language)}>
          {formatSecond(step.event.at, i18n.language)}
        </time>
      </p>
      <div className="replay-panes">
        <Events steps={steps} current={index} onOpen={go} />
        <ReplayState step={step} number={index + 1} />
      </div>
    </>
  );
}

interface EventsProps {
  readonly steps: readonly ReplayStep[];
  readonly current: number;
  readonly onOpen: (index: number) => void;
}

/** Every event with its number and time, under its day. */
function Events({ steps, current, onOpen }: EventsProps) {
  const { t, i18n } = useTranslation();
  const days = steps.map(({ event }) => formatDay(event.at, i18n.language));
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (list.current) showInList(list.current, list.current.children[current]);
  }, [current]);
  return (
    <ol ref={list} className="replay-events t14" aria-label={t('compliance.events')}>
      {steps.map(({ event }, at) => (
        <li key={event.id}>
          {days[at] !== days[at - 1] && <p className="t12 strong">{days[at]}</p>}
          <UnstyledButton
            className={at === current ? 'replay-event row-current strong' : 'replay-event'}
            data-later={at > current || undefined}
            aria-current={at === current ? 'step' : undefined}
            onClick={() => onOpen(at)}
          >
            <span className="muted">{at + 1}</span>
            <span className="wrap-anywhere">{event.type}</span>
            <span className="nowrap">{formatClock(event.at, i18n.language)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}

/** Scrolls only the list: `scrollIntoView` would move the page as well. */
function showInList(list: HTMLElement, entry: Element | undefined): void {
  if (!entry) return;
  const bounds = list.getBoundingClientRect();
  const { top, bottom } = entry.getBoundingClientRect();
  list.scrollTop += Math.min(top - bounds.top, 0) + Math.max(bottom - bounds.bottom, 0);
}
