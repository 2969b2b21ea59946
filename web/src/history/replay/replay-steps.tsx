import { useState } from 'react';
import '@mantine/core/styles/Kbd.layer.css';
import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Replay } from '@kernel/staff/replay';
import { senderAtPath } from '../../review/reveal/access-reason';
import { ReplayEvents } from './replay-events';
import { ReplayLine } from './replay-line';
import { ReplayState } from './replay-state';
import { useReplayKeys } from './use-replay-keys';
import { Fine } from '../../ui/parts/text';

/** A history at one of its events: where that is, all events, and what it changed. Begins at the last one. */
export function ReplaySteps({ replay }: { readonly replay: Replay }) {
  const { uid, reason, steps, eventStoreUi } = replay;
  const { t } = useTranslation();
  const last = steps.length - 1;
  const [index, setIndex] = useState(last);
  const [changedOnly, setChangedOnly] = useState(false);
  const [rawOpen, setRawOpen] = useState(false);
  const go = (to: number) => {
    setIndex(Math.min(Math.max(to, 0), last));
  };
  useReplayKeys({
    h: () => go(index - 1),
    l: () => go(index + 1),
    c: () => setChangedOnly(!changedOnly),
    w: () => setRawOpen(!rawOpen),
  });
  const step = steps[index];
  if (!step) return null;
  return (
    <>
      <ReplayLine
        steps={steps}
        current={index}
        onOpen={go}
        thenPath={(position) => senderAtPath(uid, reason, position)}
      />
      <div className="replay-panes">
        <ReplayEvents steps={steps} current={index} onOpen={go} />
        <ReplayState
          step={step}
          number={index + 1}
          changedOnly={changedOnly}
          onChangedOnly={setChangedOnly}
          rawOpen={rawOpen}
          onRawOpen={setRawOpen}
          eventStoreUi={eventStoreUi}
        />
      </div>
      <Fine className="wide-only">
        <Kbd>h</Kbd> <Kbd>l</Kbd> {t('replay.keys.event')} <Kbd>c</Kbd> {t('replay.keys.changed')}{' '}
        <Kbd>w</Kbd> {t('replay.keys.raw')}
      </Fine>
    </>
  );
}
