import { streamId } from '../../../event-sourcing/event.js';
import { ofStream, type Projection } from '../../../event-sourcing/projection.js';
import { transferStream, type LifecycleEvent } from './lifecycle-events.rules.js';
import { afterLifecycleEvent, emptyLifecycle, type LifecycleState } from './lifecycle-state.rules.js';
import { timerOf } from './lifecycle-times.rules.js';
import { isMoneyUnderWay } from './under-way.rules.js';
import { isPoll, nextCallOf, type NextCall } from './next-call.rules.js';

/** A transfer and what it waits for. Only an index for the worker: decisions are made from the stream itself. */
export interface OpenTransfer {
  readonly id: string;
  readonly state: LifecycleState;
  /** A provider call: outstanding, polled from time to time, or none. */
  readonly waitsFor: 'call' | 'poll' | 'nothing';
  readonly timer: 'set' | 'none';
  /** When time alone changes it; empty without a timer. */
  readonly timerAt: string;
  /** Since when it has waited for that, crashes and outages included. */
  readonly waitsSince: string;
  /** `ended`: nothing is left to do, unless a payout is returned. */
  readonly life: 'open' | 'ended';
  readonly refund: 'completed' | 'none';
  /** `delivered`: by a rail, which may still report a return. */
  readonly payout: 'delivered' | 'none';
  /** Its sender. */
  readonly uid: string;
  /** Keeps the account of its sender open. */
  readonly isUnderWay: boolean;
  readonly updatedAt: string;
}

/** Every paid transfer with its outstanding call and timer, for the worker that resumes them. */
export const openTransfersProjection: Projection<OpenTransfer, LifecycleEvent> = {
  name: 'open_transfers',
  version: 18,
  indexes: [
    { name: 'byCall', eq: ['waitsFor'], sort: 'updatedAt' },
    { name: 'byLife', eq: ['life'], sort: 'updatedAt' },
    { name: 'byPayout', eq: ['payout'], sort: 'updatedAt' },
    { name: 'byRefund', eq: ['refund'], sort: 'updatedAt' },
    { name: 'bySender', eq: ['uid', 'isUnderWay'], sort: 'updatedAt' },
    { name: 'byTimer', eq: ['timer'], sort: 'timerAt' },
  ],
  prefixes: [transferStream.prefix],
  keys: ofStream,
  evolve(document, event) {
    const state = afterLifecycleEvent(document?.state ?? emptyLifecycle(), event);
    const call = nextCallOf(state);
    const isSameWait = document !== null && nextCallOf(document.state) === call;
    const timerAt = timerOf(state);
    return {
      id: streamId(event.stream),
      state,
      waitsFor: waitsFor(call),
      timer: timerAt === null ? 'none' : 'set',
      timerAt: timerAt ?? '',
      waitsSince: isSameWait ? document.waitsSince : event.metadata.at,
      life: state.endedAt === null ? 'open' : 'ended',
      refund: hasRefunded(state) ? 'completed' : 'none',
      payout: isDeliveredByRail(state) ? 'delivered' : 'none',
      uid: event.data.uid,
      isUnderWay: isMoneyUnderWay(state),
      updatedAt: event.metadata.at,
    };
  },
};

function waitsFor(call: NextCall | null): OpenTransfer['waitsFor'] {
  if (call === null) return 'nothing';
  return isPoll(call) ? 'poll' : 'call';
}

const hasRefunded = ({ refund }: LifecycleState): boolean => refund?.state === 'completed';

const isDeliveredByRail = ({ payout }: LifecycleState): boolean =>
  payout?.state === 'delivered' && payout.payoutRef !== null;
