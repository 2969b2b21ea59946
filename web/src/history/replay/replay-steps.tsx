import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WithSide } from '../../review/frame/with-side';
import { senderAtPath } from '../../review/reveal/access-reason';
import { ReplayEvents } from './replay-events';
import { ReplayLine } from './replay-line';
import { ReplayState } from './replay-state';
import type { LoadedReplay } from '../use-history';
import { useKeys } from '../../ui/keys/use-keys';

/**
 * A history at one of its events: where that is, all events, and what it changed. Begins at the last one; before the first one
 * that is loaded more are loaded.
 */
export function ReplaySteps({ newest, steps, earlier }: LoadedReplay) {
  const { uid, reason, count, eventStoreUi } = newest;
  const { t } = useTranslation();
  /** How many events are not loaded. */
  const left = count - steps.length;
  const last = steps.length - 1;
  // More events before it do not move the one that is shown.
  const [fromEnd, setFromEnd] = useState(0);
  const index = last - fromEnd;
  const [changedOnly, setChangedOnly] = useState(false);
  const [rawOpen, setRawOpen] = useState(false);
  const go = (to: number) => {
    setFromEnd(last - Math.min(Math.max(to, 0), last));
    if (to <= 0) earlier?.load();
  };
  const events = { short: t('replay.keys.event'), repeats: true };
  useKeys(t('replay.keys.title'), [
    { key: 'h', text: t('replay.keys.earlier'), act: () => go(index - 1), ...events },
    { key: 'l', text: t('replay.keys.later'), act: () => go(index + 1), ...events },
    {
      key: 'c',
      text: t('replay.changedOnly'),
      short: t('replay.keys.changed'),
      act: () => setChangedOnly(!changedOnly),
    },
    { key: 'w', text: t('replay.raw'), short: t('replay.keys.raw'), act: () => setRawOpen(!rawOpen) },
  ]);
  const step = steps[index];
  if (!step) return null;
  const place = { steps, left, current: index, onOpen: go };
  return (
    <>
      <ReplayLine
        {...place}
        count={count}
        earlier={earlier}
        pastPath={(position) => senderAtPath(uid, reason, position)}
      />
      <WithSide isFirst width={344} side={<ReplayEvents {...place} />}>
        <ReplayState
          step={step}
          number={left + index + 1}
          isWhole={newest.transfer === null}
          changedOnly={changedOnly}
          onChangedOnly={setChangedOnly}
          rawOpen={rawOpen}
          onRawOpen={setRawOpen}
          eventStoreUi={eventStoreUi}
        />
      </WithSide>
    </>
  );
}
