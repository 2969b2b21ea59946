import type { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { Position, RecordedEvent } from '../../../event-sourcing/event.js';
import type { CasePayment } from '../../../kernel/staff/compliance.js';
import { holdRefusalOf } from '../../lifecycle/payment/hold-decisions.rules.js';
import {
  transferStream,
  type HoldPlaced,
  type LifecycleEvent,
} from '../../lifecycle/state/lifecycle-events.rules.js';
import { afterLifecycleEvent, emptyLifecycle } from '../../lifecycle/state/lifecycle-state.rules.js';
import { holdEndOf } from '../../lifecycle/state/lifecycle-times.rules.js';
import { initialProgress, progressAfter } from '../../lifecycle/state/progress.rules.js';

/** The payment of a case's transfer, read from the transfer's own stream, as of the position `at`. `nameOf` names a lead. */
export async function readCasePayment(
  log: EncryptedEventLog,
  { transferId, caseId, at }: { readonly transferId: string; readonly caseId: string; readonly at: Position },
  nameOf: (uid: string) => Promise<string | null>,
): Promise<CasePayment | null> {
  let state = emptyLifecycle();
  let progress = initialProgress();
  let placed: RecordedEvent<HoldPlaced> | null = null;
  for await (const event of upTo(at, log.read<LifecycleEvent>(transferStream(transferId)))) {
    state = afterLifecycleEvent(state, event);
    progress = progressAfter(progress, event);
    if (event.type === 'HoldPlaced' && event.data.caseId === caseId) placed = event;
  }
  if (!state.terms) return null;
  const canStop = holdRefusalOf(state) === null;
  const holders = canStop ? state.holdCases : [];
  const isHeld = holders.includes(caseId);
  return {
    status: progress.status,
    canHold: canStop && !isHeld,
    hold: placed && isHeld ? await holdOf(placed, { endsAt: holdEndOf(state) ?? '', nameOf }) : null,
    isHeldByOthers: holders.some((other) => other !== caseId),
  };
}

/** Events up to a position. */
export async function* upTo<Event extends RecordedEvent>(
  at: Position,
  events: AsyncIterable<Event>,
): AsyncIterable<Event> {
  for await (const event of events) {
    if (event.position > at) return;
    yield event;
  }
}

async function holdOf(
  { data: { by, note }, metadata: { actor, at } }: RecordedEvent<HoldPlaced>,
  { endsAt, nameOf }: { readonly endsAt: string; readonly nameOf: (uid: string) => Promise<string | null> },
): Promise<CasePayment['hold']> {
  return { by, name: by === 'lead' ? await nameOf(actor.id) : null, note, at, endsAt };
}
