import { arrivalOf, claimableUntil, isPast, type ArrivalTable } from '../../../kernel/money/arrival.js';
import { stepOf } from '../../../kernel/money/charge.js';
import { waitsForPayment, type Transaction } from '../../../kernel/money/transfers.js';
import type { MoneyUnderWay } from '../../../kernel/people/closing.js';
import type { LifecycleState } from './lifecycle-state.rules.js';

/** Whether money of a transfer still moves, or its sender's bank has yet to decide about it. */
export const isMoneyUnderWay = ({ endedAt, disputes }: LifecycleState): boolean =>
  endedAt === null || disputes.length > 0;

/** A transfer with money under way as its sender may read it: only from what they see of it, so that a hold reads like none. */
export function underWayOf(
  transfer: Transaction,
  { arrival, nowMs }: { readonly arrival: ArrivalTable; readonly nowMs: number },
): MoneyUnderWay {
  const { id: transferId, recipient, amount } = transfer;
  const known = untilOf(transfer, arrival);
  const until = isPast(known, nowMs) ? null : known;
  return { transferId, recipient, amount, state: stateOf(transfer), until };
}

function stateOf(transfer: Transaction): MoneyUnderWay['state'] {
  if (waitsForPayment(transfer)) return 'unpaid';
  return STATES[transfer.status];
}

/** Of what ended for its sender, the bank still disputes the charge; a cancelled one is being released. */
const STATES: Readonly<Record<Transaction['status'], MoneyUnderWay['state']>> = {
  processing: 'sending',
  sent: 'sending',
  refunding: 'refunding',
  cancelled: 'refunding',
  declined: 'refunding',
  delivered: 'disputed',
  refunded: 'disputed',
};

function untilOf(transfer: Transaction, arrival: ArrivalTable): string | null {
  if (waitsForPayment(transfer)) return transfer.payment?.payBy ?? null;
  if (STATES[transfer.status] === 'disputed') return null;
  const { arrivesBy, refundBy } = arrivalOf(transfer, arrival);
  const unclaimed = transfer.cancellable === 'recall' ? stepOf(transfer, 'unclaimed') : undefined;
  return arrivesBy ?? refundBy ?? (unclaimed ? claimableUntil(unclaimed.at) : null);
}
