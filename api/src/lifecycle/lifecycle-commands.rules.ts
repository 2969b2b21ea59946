import type { DecidedCommand } from '../event-sourcing/decider.js';
import type { HoldPlacer, HoldReleaser } from '../kernel/compliance.js';
import type { PayoutOutcome } from '../kernel/payouts.js';
import type { CancelCause, LifecycleEvent, PaymentCard, Terms } from './lifecycle-events.rules.js';
import type { PaymentState, PayoutState, RefundState } from './provider-outcomes.rules.js';

/** Most problems a sender can report of one transfer. */
export const PROBLEMS_LIMIT = 5;

/** What can be asked of a transfer. A command that no longer fits a fact that was recorded meanwhile changes nothing. */
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
  /** The sender wants to pay with another card than the one whose bank asks for a confirmation. */
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
  | { readonly type: 'RequestCancel'; readonly cause: CancelCause }
  | { readonly type: 'SubmitPayout'; readonly operator: string | null }
  | {
      readonly type: 'RecordPayout';
      readonly outcome: PayoutState;
      /** Whether the fees go back with an amount that came back (decision 47). */
      readonly refundFees: boolean;
    }
  | {
      readonly type: 'SettlePayout';
      readonly operator: string;
      readonly outcome: PayoutOutcome;
      /** The platform's reference, or the reason of a failure. */
      readonly reference: string;
      /** What the platform said about a failure; its sender reads it. */
      readonly words?: string | undefined;
      /** Above it a second operator has to agree. */
      readonly fourEyesCents: number;
    }
  | { readonly type: 'ResolveContradiction' }
  | { readonly type: 'RecordRefund'; readonly attempt: number; readonly outcome: RefundState }
  | { readonly type: 'RetryRefund' }
  | { readonly type: 'ElapseTime' }
  | {
      readonly type: 'RecordDispute';
      readonly disputeRef: string;
      readonly providerAt: string;
      readonly reason: string;
      readonly outcome: 'won' | 'lost' | null;
      /** The part of the charge that it is about; null: all of it. */
      readonly cents: number | null;
    }
  | { readonly type: 'ReportProblem'; readonly problemId: string; readonly text: string }
  | { readonly type: 'ResolveProblem'; readonly problemId: string };
export type LifecycleCommand = UndatedLifecycleCommand & DecidedCommand;
export type Of<Type extends LifecycleCommand['type']> = Extract<LifecycleCommand, { readonly type: Type }>;

/** An event without the sender, which all of them name. */
export type Unnamed = LifecycleEvent extends infer Event
  ? Event extends LifecycleEvent
    ? { readonly type: Event['type']; readonly data: Omit<Event['data'], 'uid'> }
    : never
  : never;
export type Decided = readonly Unnamed[];
export const NOTHING: Decided = [];
