import { stepOf } from './charge.js';
import type { Transaction, TransferDraft } from './transfers.js';

/**
 * How a transfer ends that does not reach its recipient, as its sender reads it. `not_completed` is every ending by us
 * that its sender cannot influence (docs/money.md), `not_delivered` a failure that the platform does not explain.
 */
export type Ending =
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'not_completed'
  | 'wrong_handle'
  | 'account_closed'
  | 'blocked'
  | 'limit'
  | 'not_delivered'
  | 'unclaimed'
  | 'recalled'
  | 'disputed';

/** The one thing that a sender can do next: another transfer, filled in with this one. */
export type NextStep = 'send_again' | 'correct_handle' | 'change_amount' | 'other_platform';

/** What each ending offers. After an ending by us it is the same whatever it was for: nothing. */
const NEXT_STEPS = {
  declined: 'send_again',
  expired: 'send_again',
  cancelled: 'send_again',
  not_completed: null,
  wrong_handle: 'correct_handle',
  account_closed: 'correct_handle',
  blocked: 'other_platform',
  limit: 'change_amount',
  not_delivered: 'send_again',
  unclaimed: 'send_again',
  recalled: 'send_again',
  disputed: null,
} as const satisfies Readonly<Record<Ending, NextStep | null>>;

/** What the sender of a transfer that ended this way can do next; null for nothing. */
export const nextStepOf = (ending: Ending): NextStep | null => NEXT_STEPS[ending];

/** The field of the next transfer that has to be another one; null where all of them may stay. */
export const CHANGED_FIELDS = {
  send_again: null,
  correct_handle: 'handle',
  change_amount: 'amount',
  other_platform: 'platform',
} as const satisfies Readonly<Record<NextStep, keyof TransferDraft | null>>;
export type ChangedField = NonNullable<(typeof CHANGED_FIELDS)[NextStep]>;

/** The endings of a payout, by the codes of failures and returns. */
const OF_PAYOUT: Readonly<Record<string, Ending>> = {
  wrong_handle: 'wrong_handle',
  account_closed: 'account_closed',
  blocked: 'blocked',
  limit: 'limit',
  expired: 'unclaimed',
  recalled: 'recalled',
};

/** The endings of what was cancelled or refunded, by the causes that senders read. */
const OF_CAUSE: Readonly<Record<string, Ending>> = {
  sender: 'cancelled',
  not_paid: 'expired',
  disputed: 'disputed',
};

const ENDED: ReadonlySet<Transaction['status']> = new Set(['cancelled', 'refunding', 'refunded']);

type Ended = Pick<Transaction, 'status' | 'steps'>;

/** How a transfer ends, also while its money is still on its way back; null while it may reach its recipient, and if it did. */
export function endingOf(transfer: Ended): Ending | null {
  if (transfer.status === 'declined') return 'declined';
  if (!ENDED.has(transfer.status)) return null;
  const cause = reasonOf(transfer, 'refund_initiated', 'cancelled', 'cancel_requested');
  if (cause === 'payout_failed' || cause === 'payout_returned')
    return OF_PAYOUT[reasonOf(transfer, cause)] ?? 'not_delivered';
  return OF_CAUSE[cause] ?? 'not_completed';
}

const reasonOf = (transfer: Ended, ...kinds: Parameters<typeof stepOf>[1][]): string =>
  stepOf(transfer, ...kinds)?.reason ?? '';
