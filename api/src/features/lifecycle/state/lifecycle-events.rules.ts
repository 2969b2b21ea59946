import {
  streamCategory,
  streamId,
  type DomainEvent,
  type StreamEvent,
} from '../../../event-sourcing/event.js';
import type { FeesCents } from '../../../kernel/money/fees.js';
import type { PayoutRoute } from '../../../kernel/money/platforms.js';
import type { CardFacts } from '../../../kernel/money/cards.js';
import type { HoldPlacer, HoldReleaser } from '../../../kernel/staff/compliance.js';
import { pickSend, type DeclineGroup, type Send } from '../../../kernel/money/transfers.js';
import type { DifferenceAbout, PayoutOutcome, RefundWay } from '../../../kernel/money/payouts.js';
import type { TransferRequested } from '../../transfers/sending/transfer.decider.js';

/** `transfer-{transferId}`: everything that happens to a transfer after it was requested. */
export const transferStream = streamCategory('transfer-');

/** Every event names the sender, so that readers need no other stream. */
interface OfSender {
  readonly uid: string;
}

/** The amount and recipient of the payment; copied from TransferRequested. */
export interface Terms extends OfSender, Send, Pick<FeesCents, 'totalFeeCents' | 'totalCents'> {
  readonly transferId: string;
  readonly requestedAt: string;
  /** Of the request on the sender's stream; null before it was recorded. */
  readonly requestRevision: number | null;
}

/** The terms of a requested transfer. */
export function termsOf({ data, stream, revision }: StreamEvent<TransferRequested>): Terms {
  const { transferId, totalFeeCents, totalCents, requestedAt } = data;
  const fees = { totalFeeCents, totalCents };
  const requestRevision = Number(revision);
  return { uid: streamId(stream), transferId, ...pickSend(data), ...fees, requestedAt, requestRevision };
}

/** A card as the processor knows it, with what may be shown of it. */
export interface PaymentCard extends CardFacts {
  readonly paymentMethodRef: string;
  readonly customerRef: string | null;
  /** Keep it for later payments once it has been accepted. */
  readonly saveCard: boolean;
}

/** Why a transfer ends before it is delivered. */
export type CancelCause = 'sender' | 'not_paid' | 'suspicious' | 'hold_expired' | 'authorization_ended';
/** Why money is refunded. */
export type RefundCause = CancelCause | 'payout_failed' | 'payout_returned' | 'overdue' | 'disputed';

/** The provider's instant, ISO-8601 UTC; a response older than the newest recorded one changes nothing. */
interface Dated {
  readonly providerAt: string;
}
type OfTransfer<Type extends string, Data extends object = object> = DomainEvent<Type, OfSender & Data>;

export type PaymentAwaited = DomainEvent<'PaymentAwaited', Terms>;
export type PaymentRequested = OfTransfer<
  'PaymentRequested',
  { readonly attempt: number; readonly requestId: string; readonly card: PaymentCard }
>;
export type PaymentActionRequired = OfTransfer<
  'PaymentActionRequired',
  Dated & { readonly attempt: number; readonly paymentRef: string; readonly actionUrl: string }
>;
export type PaymentAuthorized = OfTransfer<
  'PaymentAuthorized',
  Dated & { readonly attempt: number; readonly paymentRef: string }
>;
export type PaymentDeclined = OfTransfer<
  'PaymentDeclined',
  Dated & { readonly attempt: number; readonly group: DeclineGroup }
>;
export type CaptureRequested = OfTransfer<'CaptureRequested'>;
export type PaymentCaptured = OfTransfer<'PaymentCaptured', Dated & { readonly totalCents: number }>;
export type VoidRequested = OfTransfer<'VoidRequested'>;
export type PaymentVoided = OfTransfer<'PaymentVoided', Dated>;
/** `note` is the lead's reason, empty for a rule and a review. */
export type HoldPlaced = OfTransfer<
  'HoldPlaced',
  { readonly caseId: string; readonly by: HoldPlacer; readonly note: string }
>;
export type HoldReleased = OfTransfer<
  'HoldReleased',
  { readonly caseId: string; readonly by: HoldReleaser; readonly note: string }
>;
export type CancelRequested = OfTransfer<'CancelRequested', { readonly cause: CancelCause }>;
export type TransferCancelled = OfTransfer<'TransferCancelled', { readonly cause: CancelCause }>;
export type TransferDeclined = OfTransfer<'TransferDeclined'>;
export type PayoutSubmitted = OfTransfer<
  'PayoutSubmitted',
  { readonly route: PayoutRoute; readonly amountCents: number; readonly operator: string | null }
>;
export type PayoutAccepted = OfTransfer<
  'PayoutAccepted',
  Dated & { readonly payoutRef: string; readonly state: 'pending' | 'unclaimed' }
>;
/** Who wants an open payout back. A sender sees only their own request. */
export type Recaller = 'sender' | 'dispute' | 'review';
export type PayoutRecallRequested = OfTransfer<'PayoutRecallRequested', { readonly by: Recaller }>;
export type PayoutOutcomeProposed = OfTransfer<
  'PayoutOutcomeProposed',
  {
    readonly outcome: PayoutOutcome;
    readonly reference: string;
    /** As PayoutFailed has them; empty for a delivery. */
    readonly words: string;
    readonly operator: string;
  }
>;
export type PayoutReleased = OfTransfer<'PayoutReleased', { readonly operator: string }>;
/** Nothing was sent. The payout stays submitted, so its sender cannot cancel, and is claimed again. */
export type PayoutGivenBack = OfTransfer<'PayoutGivenBack', { readonly operator: string }>;
/** A payout that was given back; the first claim is PayoutSubmitted. */
export type PayoutClaimed = OfTransfer<'PayoutClaimed', { readonly operator: string }>;
export type PayoutConfirmed = OfTransfer<'PayoutConfirmed', Dated & { readonly reference: string }>;
export type PayoutFailed = OfTransfer<
  'PayoutFailed',
  Dated & {
    readonly reason: string;
    /** The platform's own message, as an operator read it there; empty without one. */
    readonly words: string;
    readonly by: 'rail' | 'operator';
  }
>;
export type PayoutReturned = OfTransfer<'PayoutReturned', Dated & { readonly reason: string }>;
/** `found`: it was delivered, or is open, so that its recipient may still get it. */
export type PayoutContradicted = OfTransfer<
  'PayoutContradicted',
  Dated & { readonly payoutRef: string; readonly found: 'delivered' | 'open' }
>;
export type ContradictionResolved = OfTransfer<'ContradictionResolved'>;
/** An operator has booked a loss. `cents`: all of it; null: as much as it was then. */
export type LossResolved = OfTransfer<'LossResolved', { readonly cents: number | null }>;
export type TransferDelivered = OfTransfer<'TransferDelivered', { readonly amountCents: number }>;
export type RefundInitiated = OfTransfer<
  'RefundInitiated',
  {
    readonly attempt: number;
    readonly cents: number;
    readonly cause: RefundCause;
    readonly delivered: boolean;
  }
>;
export type RefundAccepted = OfTransfer<'RefundAccepted', Dated & { readonly refundRef: string }>;
/** `cents`: what the sender got; null: what we owed then. */
export type RefundCompleted = OfTransfer<
  'RefundCompleted',
  Dated & { readonly refundRef: string; readonly cents: number | null }
>;
export type RefundFailed = OfTransfer<'RefundFailed', Dated & { readonly refundRef: string }>;
export type TransferRefunded = OfTransfer<'TransferRefunded', { readonly cents: number }>;
/** How a refund that the processor refused reached its sender all the same. */
export interface RefundSettlement {
  readonly way: RefundWay;
  /** Of the check or the bank transfer; its sender reads it. */
  readonly reference: string;
}
export type RefundSettlementProposed = OfTransfer<
  'RefundSettlementProposed',
  RefundSettlement & { readonly operator: string }
>;
export type RefundSettlementReleased = OfTransfer<'RefundSettlementReleased', { readonly operator: string }>;
/** `cents`: what was paid, without what the bank has returned in a dispute. */
export type RefundSettled = OfTransfer<'RefundSettled', RefundSettlement & { readonly cents: number }>;
/** A dispute that the sender's bank has not decided. */
export interface OpenDispute {
  readonly disputeRef: string;
  readonly reason: string;
  /** What it is about, maybe a part of the charge; null: all of it. */
  readonly cents: number | null;
  /** Until when the bank takes an answer; null where the processor does not say. */
  readonly dueBy: string | null;
}
export type PaymentDisputed = OfTransfer<'PaymentDisputed', Dated & OpenDispute>;
export type DisputeDeadlineChanged = OfTransfer<
  'DisputeDeadlineChanged',
  Dated & { readonly disputeRef: string; readonly dueBy: string }
>;
/** `cents`: what the sender got back from a lost dispute, possibly part of the charge; null: all of it. */
export type DisputeClosed = OfTransfer<
  'DisputeClosed',
  Dated & { readonly disputeRef: string; readonly outcome: 'won' | 'lost'; readonly cents: number | null }
>;
export type ProblemReported = OfTransfer<
  'ProblemReported',
  { readonly problemId: string; readonly text: string }
>;
/** `answer`: what was done about it, for its sender; empty where none was given. */
export type ProblemResolved = OfTransfer<
  'ProblemResolved',
  { readonly problemId: string; readonly answer: string }
>;

/** A difference between a provider and the log. The texts name states, references and amounts, no person. */
export interface Difference {
  readonly about: DifferenceAbout;
  readonly recorded: string;
  readonly found: string;
}
export type ChargeDoubted = OfTransfer<'ChargeDoubted'>;
export type ChargeChecked = OfTransfer<'ChargeChecked'>;
export type DifferenceFound = OfTransfer<'DifferenceFound', Difference>;
export type DifferenceGone = OfTransfer<'DifferenceGone', Difference>;
export type DifferenceSettled = OfTransfer<
  'DifferenceSettled',
  Difference & { readonly reason: string; readonly operator: string }
>;

export type LifecycleEvent =
  | PaymentAwaited
  | PaymentRequested
  | PaymentActionRequired
  | PaymentAuthorized
  | PaymentDeclined
  | CaptureRequested
  | PaymentCaptured
  | VoidRequested
  | PaymentVoided
  | HoldPlaced
  | HoldReleased
  | CancelRequested
  | TransferCancelled
  | TransferDeclined
  | PayoutSubmitted
  | PayoutAccepted
  | PayoutRecallRequested
  | PayoutOutcomeProposed
  | PayoutReleased
  | PayoutGivenBack
  | PayoutClaimed
  | PayoutConfirmed
  | PayoutFailed
  | PayoutReturned
  | PayoutContradicted
  | ContradictionResolved
  | LossResolved
  | TransferDelivered
  | RefundInitiated
  | RefundAccepted
  | RefundCompleted
  | RefundFailed
  | TransferRefunded
  | RefundSettlementProposed
  | RefundSettlementReleased
  | RefundSettled
  | PaymentDisputed
  | DisputeDeadlineChanged
  | DisputeClosed
  | ProblemReported
  | ProblemResolved
  | ChargeDoubted
  | ChargeChecked
  | DifferenceFound
  | DifferenceGone
  | DifferenceSettled;
