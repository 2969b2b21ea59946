import { streamId, type RecordedEvent } from '../event-sourcing/event.js';
import type { Projection } from '../event-sourcing/projection.js';
import { transferStream, type LifecycleEvent } from './lifecycle-events.rules.js';
import { afterLifecycleEvent, emptyLifecycle, type LifecycleState } from './lifecycle-state.rules.js';
import { timerOf } from './lifecycle-times.rules.js';
import { isPoll, nextCallOf } from './next-call.rules.js';

/** A transfer and what it waits for. It only says where to look: decisions are made from the stream itself. */
export interface OpenTransfer {
  readonly id: string;
  readonly state: LifecycleState;
  /** A provider call: outstanding, to be asked about from time to time, or none. */
  readonly waitsFor: 'call' | 'poll' | 'nothing';
  readonly timer: 'set' | 'none';
  /** When time alone changes it; empty without a timer. */
  readonly timerAt: string;
  readonly updatedAt: string;
}

/** Every paid transfer with its outstanding call and timer, for the worker that resumes them. */
export const openTransfersProjection: Projection<OpenTransfer> = {
  name: 'open_transfers',
  version: 3,
  view: 'open_transfers',
  indexes: [
    { name: 'byCall', eq: ['waitsFor'], sort: 'updatedAt' },
    { name: 'byTimer', eq: ['timer'], sort: 'timerAt' },
  ],
  prefixes: [transferStream.prefix],
  key: ({ stream }) => streamId(stream),
  apply(document, event) {
    const state = afterLifecycleEvent(
      document?.state ?? emptyLifecycle(),
      event as RecordedEvent<LifecycleEvent>,
    );
    const call = nextCallOf(state);
    const timerAt = timerOf(state);
    return {
      id: streamId(event.stream),
      state,
      waitsFor: call === null ? 'nothing' : isPoll(call) ? 'poll' : 'call',
      timer: timerAt === null ? 'none' : 'set',
      timerAt: timerAt ?? '',
      updatedAt: event.metadata.at,
    };
  },
};
