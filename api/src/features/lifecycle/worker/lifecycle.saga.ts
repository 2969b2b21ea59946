import { streamId, type RecordedEvent } from '../../../event-sourcing/event.js';
import { stateless, type Saga } from '../../../event-sourcing/saga.js';
import type { SenderStreamEvent, TransferRequested } from '../../transfers/sending/transfer.decider.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import { termsOf, transferStream, type LifecycleEvent } from '../state/lifecycle-events.rules.js';

/** Makes a decision on a transfer, if any, and wakes the worker for it. */
export interface Advance {
  readonly type: 'AdvanceTransfer';
  readonly transferId: string;
  readonly decision: UndatedLifecycleCommand | null;
}

type FlowEvent = SenderStreamEvent | LifecycleEvent;

const capture: UndatedLifecycleCommand = { type: 'RequestCapture' };
const payOut: UndatedLifecycleCommand = { type: 'SubmitPayout', operator: null };

/** The intentions that follow from facts. The decider refuses those that no longer fit. */
const FOLLOWING: { readonly [Type in FlowEvent['type']]?: readonly UndatedLifecycleCommand[] } = {
  PaymentAuthorized: [capture],
  PaymentCaptured: [payOut],
  HoldReleased: [capture, payOut],
  DisputeClosed: [capture, payOut],
  DifferenceGone: [capture, payOut],
  DifferenceSettled: [capture, payOut],
};

/** Turns the facts of a transfer's life into its next intentions (docs/money.md). */
export const lifecycleSaga: Saga<null, Advance, FlowEvent> = {
  name: 'transfer-lifecycle',
  startAt: 'beginning',
  prefixes: ['sender-', transferStream.prefix],
  ...stateless,
  react(event) {
    if (event.type === 'TransferRequested') return awaiting(event);
    if (!event.stream.startsWith(transferStream.prefix)) return [];
    const transferId = streamId(event.stream);
    const decisions = FOLLOWING[event.type] ?? [null];
    return decisions.map((decision) => ({
      commandIdParts: [event.id, decision?.type ?? 'work'],
      command: { type: 'AdvanceTransfer', transferId, decision },
    }));
  },
};

/** Records what the request itself records, in case the process ended between the two. */
function awaiting(event: RecordedEvent<TransferRequested>) {
  if (!event.data.awaitsPayment) return [];
  const decision: UndatedLifecycleCommand = { type: 'AwaitPayment', terms: termsOf(event) };
  const { transferId } = event.data;
  return [
    { commandIdParts: [event.id], command: { type: 'AdvanceTransfer', transferId, decision } as const },
  ];
}
