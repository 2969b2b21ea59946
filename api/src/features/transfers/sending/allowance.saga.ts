import { streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import { evolveBy } from '../../../event-sourcing/evolve.js';
import type { Saga } from '../../../event-sourcing/saga.js';
import {
  transferStream,
  type LifecycleEvent,
  type PaymentAwaited,
  type Terms,
} from '../../lifecycle/state/lifecycle-events.rules.js';
import type { AllowanceReleased } from './transfer.decider.js';

/** An amount that no longer counts toward its sender's week. */
export type Release = AllowanceReleased['data'] & {
  readonly type: 'ReleaseAllowance';
  readonly uid: string;
};

/** The terms of the transfer, once its payment is awaited. */
type AwaitedTerms = { readonly terms: Terms | null };

/** Releases the amounts of transfers that were not sent, never after delivery (docs/money.md). */
export const allowanceSaga: Saga<AwaitedTerms, Release, LifecycleEvent> = {
  name: 'allowance',
  startAt: 'beginning',
  prefixes: [transferStream.prefix],
  needsState: (event) => causeOf(event) !== null,
  initialState: () => ({ terms: null }),
  evolve: evolveBy<AwaitedTerms, PaymentAwaited>({
    PaymentAwaited: (_, { data: terms }) => ({ terms }),
  }),
  react(event, { terms }) {
    const cause = causeOf(event);
    if (!cause) return [];
    const transferId = streamId(event.stream);
    if (!terms) throw new Error(`${transferId} ended before it was to be paid`);
    const { uid, amountCents, platform, handle, requestedAt } = terms;
    const released = { transferId, amountCents, cause, sent: { platform, handle, requestedAt } };
    return [{ commandIdParts: [transferId], command: { type: 'ReleaseAllowance', uid, ...released } }];
  },
};

function causeOf(event: StreamEvent<LifecycleEvent>): Release['cause'] | null {
  if (event.type === 'TransferCancelled') return 'cancelled';
  if (event.type === 'TransferDeclined') return 'payment_declined';
  return event.type === 'RefundInitiated' && !event.data.delivered ? 'refunded' : null;
}
