import { streamId, type RecordedEvent } from '../../event-sourcing/event.js';
import type { Saga } from '../../event-sourcing/saga.js';
import { transferStream, type LifecycleEvent } from '../lifecycle/lifecycle-events.rules.js';
import type { AllowanceReleased } from './transfer.decider.js';

/** An amount that no longer counts toward its sender's week. */
export interface Release {
  readonly type: 'ReleaseAllowance';
  readonly uid: string;
  readonly transferId: string;
  readonly amountCents: number;
  readonly cause: AllowanceReleased['data']['cause'];
}

/** Releases the amounts of transfers that were not sent, never after delivery (docs/money.md). */
export const allowanceSaga: Saga<{ amountCents: number }, Release> = {
  name: 'allowance',
  startAt: 'beginning',
  prefixes: [transferStream.prefix],
  stateStream: (event) => (causeOf(event as RecordedEvent<LifecycleEvent>) ? event.stream : null),
  initialState: () => ({ amountCents: 0 }),
  evolve(state, event) {
    const { type, data } = event as RecordedEvent<LifecycleEvent>;
    return type === 'PaymentAwaited' ? { amountCents: data.amountCents } : state;
  },
  react(event, { amountCents }) {
    const cause = causeOf(event as RecordedEvent<LifecycleEvent>);
    if (!cause) return [];
    const transferId = streamId(event.stream);
    const { uid } = (event as RecordedEvent<LifecycleEvent>).data;
    return [
      {
        commandIdParts: [transferId],
        command: { type: 'ReleaseAllowance', uid, transferId, amountCents, cause },
      },
    ];
  },
};

function causeOf(event: RecordedEvent<LifecycleEvent>): Release['cause'] | null {
  if (event.type === 'TransferCancelled') return 'cancelled';
  if (event.type === 'TransferDeclined') return 'payment_declined';
  return event.type === 'RefundInitiated' && !event.data.delivered ? 'refunded' : null;
}
