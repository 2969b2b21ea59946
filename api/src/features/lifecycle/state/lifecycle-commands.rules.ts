import type { DecideAgain, DecidedCommand } from '../../../event-sourcing/decider.js';
import type { HoldPlacer, HoldReleaser } from '../../../kernel/staff/compliance.js';
import type { PayoutOutcome, RefundWay } from '../../../kernel/money/payouts.js';
import type {
  CancelCause,
  Difference,
  HoldPlaced,
  HoldReleased,
  LifecycleEvent,
  PaymentCard,
  Terms,
} from './lifecycle-events.rules.js';
import type { PaymentState, PayoutState, RefundState } from './provider-outcomes.rules.js';

/** Commands on a transfer. One that no longer fits because of an event recorded in the meantime changes nothing. */
export type UndatedLifecycleCommand =
  | { readonly type: 'AwaitPayment'; readonly terms: Terms }
  | {
      readonly type: 'RequestPayment';
      readonly terms: Terms;
      /** A repeat under the same id is the same attempt. */
      readonly requestId: string;
      readonly card: PaymentCard;
    }
  | { readonly type: 'RecordPayment'; readonly attempt: number; readonly outcome: PaymentState }
  /** The sender gives up a card that needs its bank's confirmation, to pay with another one. */
  | { readonly type: 'AbandonPayment' }
  | { readonly type: 'RequestCapture' }
  | {
      readonly type: 'PlaceHold';
      readonly caseId: string;
      readonly by: HoldPlacer;
      readonly note: string;
    }
  | {
      readonly type: 'ReleaseHold';
      readonly caseId: string;
      readonly by: HoldReleaser;
      readonly note: string;
    }
  | DecideAgain<HoldPlaced | HoldReleased>
  | {
      readonly type: 'RequestCancel';
      readonly cause: CancelCause;
      /** It fits only an unpaid transfer that no bank is deciding on. */
      readonly onlyUnpaid?: boolean;
    }
  | { readonly type: 'SubmitPayout'; readonly operator: string | null }
  | {
      readonly type: 'RecordPayout';
      readonly outcome: PayoutState;
      /** Whether the fees are refunded with a returned amount (decision 47). */
      readonly refundFees: boolean;
    }
  | {
      readonly type: 'SettlePayout';
      readonly operator: string;
      /** It fits only what another operator has reported; otherwise it also begins or corrects a report. */
      readonly agrees?: boolean;
      /** When the operator last saw the recipient; missing: never. */
      readonly seenAt?: string | undefined;
      readonly outcome: PayoutOutcome;
      /** The platform's reference, or the reason of a failure. */
      readonly reference: string;
      /** What the platform said about a failure; its sender reads it. */
      readonly platformMessage?: string | undefined;
      /** Above it a second operator has to agree. */
      readonly fourEyesCents: number;
    }
  /** Any operator is to check the platform again: neither a claim nor a report is valid. */
  | { readonly type: 'ReleasePayout'; readonly operator: string }
  /** Nothing was sent: the payout can be claimed again. */
  | {
      readonly type: 'GiveBackPayout';
      readonly operator: string;
      /** When the operator last saw the recipient; missing: never. */
      readonly seenAt?: string | undefined;
      /** Above it their word does not suffice once they have seen the recipient. */
      readonly fourEyesCents: number;
    }
  | { readonly type: 'ResolveContradiction' }
  /** Books the loss as it was read. */
  | { readonly type: 'ResolveLoss'; readonly cents: number }
  | { readonly type: 'RecordRefund'; readonly attempt: number; readonly outcome: RefundState }
  | { readonly type: 'RetryRefund' }
  /** A refund that the processor refused was paid back another way. */
  | {
      readonly type: 'SettleRefund';
      readonly operator: string;
      /** It fits only what another operator has reported; otherwise it begins or corrects a report. */
      readonly agrees: boolean;
      readonly way: RefundWay;
      readonly reference: string;
    }
  | { readonly type: 'ReleaseRefund'; readonly operator: string }
  | { readonly type: 'ElapseTime' }
  | {
      readonly type: 'RecordDispute';
      readonly disputeRef: string;
      readonly providerAt: string;
      readonly reason: string;
      readonly outcome: 'won' | 'lost' | null;
      /** The disputed part of the charge; null: all of it. */
      readonly cents: number | null;
      /** Until when the bank takes an answer; missing where the processor does not say. */
      readonly dueBy?: string | null;
    }
  | { readonly type: 'ReportProblem'; readonly problemId: string; readonly text: string }
  | { readonly type: 'ResolveProblem'; readonly problemId: string; readonly answer: string }
  /** The log was restored from a backup: what happened since is not in it. */
  | { readonly type: 'DoubtCharge' }
  /** All refunds of a doubted charge. */
  | { readonly type: 'RecordChargeCheck'; readonly refunds: readonly RefundState[] }
  /** Everything that a comparison with the providers has found. */
  | { readonly type: 'RecordComparison'; readonly differences: readonly Difference[] }
  /** Closes a difference as it was read: about what, and what was found. */
  | {
      readonly type: 'SettleDifference';
      readonly about: Difference['about'];
      readonly found: string;
      readonly reason: string;
      readonly operator: string;
    };
export type LifecycleCommand = UndatedLifecycleCommand & DecidedCommand;
export type Of<Type extends LifecycleCommand['type']> = Extract<LifecycleCommand, { readonly type: Type }>;

/** An event without the sender, which all of them name. */
export type UnattributedEvent = LifecycleEvent extends infer Event
  ? Event extends LifecycleEvent
    ? { readonly type: Event['type']; readonly data: Omit<Event['data'], 'uid'> }
    : never
  : never;
export type Decided = readonly UnattributedEvent[];
export const NOTHING: Decided = [];
