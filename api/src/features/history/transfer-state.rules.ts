import type { StreamEvent } from '../../event-sourcing/event.js';
import { formatAmount } from '../../kernel/money/money.js';
import type { ReplayState } from '../../kernel/staff/replay.js';
import type { Transaction } from '../../kernel/money/transfers.js';
import type { LifecycleEvent } from '../lifecycle/state/lifecycle-events.rules.js';
import {
  afterLifecycleEvent,
  emptyLifecycle,
  type LifecycleState,
} from '../lifecycle/state/lifecycle-state.rules.js';

/** What the events of one transfer decide, beyond what its sender sees. */
export interface TransferFacts {
  readonly lifecycle: LifecycleState;
  readonly refundedCents: number;
}

export const noFacts = (): TransferFacts => ({ lifecycle: emptyLifecycle(), refundedCents: 0 });

/** The facts after an event of the transfer's stream. */
export function afterTransferEvent(
  { lifecycle, refundedCents }: TransferFacts,
  event: StreamEvent<LifecycleEvent>,
): TransferFacts {
  const next = afterLifecycleEvent(lifecycle, event);
  const refunded = event.type === 'RefundCompleted' ? (next.refund?.cents ?? 0) : 0;
  return { lifecycle: next, refundedCents: refundedCents + refunded };
}

/** A transfer in words and amounts, from what its sender sees and what staff may know besides. */
export function transferStateOf(
  transfer: Transaction,
  { lifecycle, refundedCents }: TransferFacts,
): ReplayState {
  const { status, steps, amount, fees } = transfer;
  return {
    status,
    reason: steps.findLast(({ reason }) => reason !== undefined)?.reason ?? null,
    amount,
    total: fees.total,
    payment: transfer.payment?.state ?? null,
    captured: lifecycle.capturedAt === null ? formatAmount(0) : fees.total,
    refunded: formatAmount(refundedCents),
    dispute: disputeOf(lifecycle),
    payoutReference: payoutReferenceOf(lifecycle, steps),
    hold: lifecycle.holdCases.length > 0 ? 'held' : null,
  };
}

/** The platform's own, or what an operator copied from it. */
function payoutReferenceOf({ payout }: LifecycleState, steps: Transaction['steps']): string | null {
  const delivered = steps.findLast(({ step }) => step === 'delivered' || step === 'payout_accepted');
  return payout?.payoutRef ?? delivered?.reference ?? null;
}

/** Whether a transfer is or was disputed. */
export function disputeOf({ disputes, closedDisputes }: LifecycleState): 'open' | 'closed' | null {
  if (disputes.length > 0) return 'open';
  return closedDisputes.length > 0 ? 'closed' : null;
}
