import '@mantine/core/styles/NavLink.layer.css';
import { useState } from 'react';
import { NavLink } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Replay } from '@kernel/compliance';
import { formatExact, formatSecond } from '../lib/format';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { ErrorBlock } from '../ui/error-block';
import { IconButton } from '../ui/icon-button';
import { Bone, Skeleton } from '../ui/skeleton';
import { ReplayState } from './replay-state';
import { useReplay } from './use-cases';

/** The sender's history, replayed to any event. Every read is recorded, so it loads only on request. */
export function ReplayCard({ uid }: { readonly uid: string }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const { data, error, isLoading, mutate } = useReplay(uid, wanted);
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

function ReplaySteps({ replay }: { readonly replay: Replay }) {
  const { t, i18n } = useTranslation();
  const last = replay.steps.length - 1;
  const [index, setIndex] = useState(last);
  const step = replay.steps[index];
  if (!step) return null;
  const position = t('compliance.eventOf', { number: index + 1, count: replay.steps.length });
  const go = (to: number) => {
    setIndex(Math.min(Math.max(to, 0), last));
  };
  return (
    <>
      <div className="replay-bar">
        <IconButton icon="chevronLeft" label={t('compliance.previousEvent')} onClick={() => go(index - 1)} />
        <input
          type="range"
          className="replay-slider"
          min={0}
          max={last}
          value={index}
          aria-label={t('compliance.replaySlider')}
          aria-valuetext={`${position}: ${step.event.type}`}
          onChange={(event) => go(Number(event.target.value))}
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
        <ol className="replay-events" aria-label={t('compliance.events')}>
          {replay.steps.map(({ event }, at) => (
            <li key={event.id}>
              <NavLink
                component="button"
                className={at === index ? 'row-current' : undefined}
                px={16}
                variant="light"
                color="accent"
                active={at === index}
                aria-current={at === index ? 'step' : undefined}
                label={event.type}
                description={formatSecond(event.at, i18n.language)}
                onClick={() => go(at)}
              />
            </li>
          ))}
        </ol>
        <ReplayState step={step} />
      </div>
    </>
  );
}
