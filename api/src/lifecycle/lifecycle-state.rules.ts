import type { RecordedEvent } from '../event-sourcing/event.js';
import type { PayoutRoute } from '../kernel/platforms.js';
import type { PayoutOutcome } from '../kernel/payouts.js';
import type {
  DisputeClosed,
  CancelCause,
  LifecycleEvent,
  PaymentCard,
  RefundCause,
  Terms,
} from './lifecycle-events.rules.js';

/** Where a transfer is (docs/money.md). The last four are final, except that a payout can be returned after `delivered`. */
export type Stage =
  | 'requested'
  | 'authorized'
  | 'captured'
  | 'payout_submitted'
  | 'refund_pending'
  | 'refund_failed'
  | 'delivered'
  | 'cancelled'
  | 'declined'
  | 'refunded';

/** The newest attempt to pay. */
export interface PaymentAttempt {
  readonly attempt: number;
  readonly requestId: string;
  readonly card: PaymentCard;
  readonly state: 'requested' | 'action' | 'declined' | 'authorized' | 'captured' | 'voided';
  readonly paymentRef: string | null;
  /** When the intention was recorded. */
  readonly requestedAt: string;
  readonly providerAt: string;
  readonly captureRequested: boolean;
  readonly voidRequested: boolean;
}

export interface Payout {
  readonly route: PayoutRoute;
  readonly operator: string | null;
  readonly submittedAt: string;
  readonly state: 'submitted' | 'pending' | 'unclaimed' | 'delivered' | 'failed' | 'returned';
  /** The rail's own, once it has accepted the payout. */
  readonly payoutRef: string | null;
  readonly providerAt: string;
  readonly recallRequested: boolean;
  /** The platform delivered a payout that is recorded as failed: an operator confirms it with the platform. */
  readonly contradiction: 'none' | 'open' | 'resolved';
  readonly proposal: {
    readonly outcome: PayoutOutcome;
    readonly reference: string;
    readonly words: string;
    readonly operator: string;
  } | null;
}

/** The newest attempt to refund. */
export interface Refund {
  readonly attempt: number;
  readonly cents: number;
  readonly cause: RefundCause;
  readonly state: 'requested' | 'pending' | 'completed' | 'failed';
  readonly refundRef: string | null;
  readonly providerAt: string;
}

/** The life of one transfer as folded from `transfer-{transferId}`. `terms` null: it was never to be paid by card. */
export interface LifecycleState {
  readonly stage: Stage;
  readonly terms: Terms | null;
  readonly payment: PaymentAttempt | null;
  /** Of every attempt so far: a late repeat of an earlier one is not a new attempt. */
  readonly requestIds: readonly string[];
  readonly firstDeclinedAt: string | null;
  readonly holdCases: readonly string[];
  /** Every case that ever held it: its rule does not hold it again after a lead released it. */
  readonly pastHoldCases: readonly string[];
  readonly heldSince: string | null;
  readonly cancel: {
    readonly cause: CancelCause;
    readonly at: string;
    /** The card may have been reserved or charged by then. */
    readonly returns: boolean;
  } | null;
  readonly capturedAt: string | null;
  readonly payout: Payout | null;
  readonly refund: Refund | null;
  /** Open ones. */
  readonly disputes: readonly string[];
  readonly closedDisputes: readonly string[];
  /** What the bank has returned to the sender in disputes that we lost. */
  readonly lostCents: number;
  readonly problems: readonly string[];
  readonly openProblems: readonly string[];
  readonly endedAt: string | null;
}

export const emptyLifecycle = (): LifecycleState => ({
  stage: 'requested',
  terms: null,
  payment: null,
  requestIds: [],
  firstDeclinedAt: null,
  holdCases: [],
  pastHoldCases: [],
  heldSince: null,
  cancel: null,
  capturedAt: null,
  payout: null,
  refund: null,
  disputes: [],
  closedDisputes: [],
  lostCents: 0,
  problems: [],
  openProblems: [],
  endedAt: null,
});

/** No case holds it and no dispute is open or lost, so it may be charged and paid out. */
export const isFree = ({ holdCases, disputes, lostCents }: LifecycleState): boolean =>
  holdCases.length === 0 && disputes.length === 0 && lostCents === 0;

/** What the bank has returned to the sender once a dispute has closed. */
export const lostAfter = (
  { lostCents, terms }: Pick<LifecycleState, 'lostCents' | 'terms'>,
  { outcome, cents }: Pick<DisputeClosed['data'], 'outcome' | 'cents'>,
): number => (outcome === 'lost' ? lostCents + (cents ?? terms?.totalCents ?? 0) : lostCents);

type Folds = {
  readonly [Type in LifecycleEvent['type']]: (
    state: LifecycleState,
    event: RecordedEvent<Extract<LifecycleEvent, { type: Type }>>,
  ) => Partial<LifecycleState>;
};

const BEFORE_ALL = '';

/** The state after an event. */
export function afterLifecycleEvent(
  state: LifecycleState,
  event: RecordedEvent<LifecycleEvent>,
): LifecycleState {
  return { ...state, ...folds[event.type](state, event as never) };
}

const folds: Folds = {
  PaymentAwaited: (_, { data }) => ({ terms: data }),
  PaymentRequested: ({ requestIds }, { data: { attempt, requestId, card }, metadata }) => ({
    requestIds: [...requestIds, requestId],
    payment: {
      attempt,
      requestId,
      card,
      state: 'requested',
      paymentRef: null,
      providerAt: BEFORE_ALL,
      requestedAt: metadata.at,
      captureRequested: false,
      voidRequested: false,
    },
  }),
  PaymentActionRequired: (state, { data: { paymentRef, providerAt } }) =>
    withPayment(state, { state: 'action', paymentRef, providerAt }),
  PaymentAuthorized: (state, { data: { paymentRef, providerAt } }) => ({
    ...withPayment(state, { state: 'authorized', paymentRef, providerAt, voidRequested: isVoided(state) }),
    stage: 'authorized',
  }),
  PaymentDeclined: (state, { data: { providerAt }, metadata }) => ({
    ...withPayment(state, { state: 'declined', providerAt }),
    firstDeclinedAt: state.firstDeclinedAt ?? metadata.at,
  }),
  CaptureRequested: (state) => withPayment(state, { captureRequested: true }),
  PaymentCaptured: (state, { data: { providerAt }, metadata }) => ({
    ...withPayment(state, { state: 'captured', providerAt }),
    stage: 'captured',
    capturedAt: metadata.at,
  }),
  VoidRequested: (state) => withPayment(state, { voidRequested: true }),
  PaymentVoided: (state, { data: { providerAt } }) => withPayment(state, { state: 'voided', providerAt }),
  HoldPlaced: ({ holdCases, pastHoldCases, heldSince }, { data, metadata }) => ({
    holdCases: [...holdCases, data.caseId],
    pastHoldCases: [...new Set([...pastHoldCases, data.caseId])],
    heldSince: heldSince ?? metadata.at,
  }),
  HoldReleased({ holdCases, heldSince }, { data }) {
    const left = holdCases.filter((caseId) => caseId !== data.caseId);
    return { holdCases: left, heldSince: left.length > 0 ? heldSince : null };
  },
  CancelRequested: ({ payment }, { data, metadata }) => ({
    cancel: { cause: data.cause, at: metadata.at, returns: mayHaveReserved(payment) },
  }),
  TransferCancelled: (_, { metadata }) => ({ stage: 'cancelled', endedAt: metadata.at }),
  TransferDeclined: (_, { metadata }) => ({ stage: 'declined', endedAt: metadata.at }),
  PayoutSubmitted: (_, { data: { route, operator }, metadata }) => ({
    stage: 'payout_submitted',
    payout: {
      route,
      operator,
      submittedAt: metadata.at,
      state: 'submitted',
      payoutRef: null,
      providerAt: BEFORE_ALL,
      recallRequested: false,
      contradiction: 'none',
      proposal: null,
    },
  }),
  PayoutAccepted: (state, { data: { state: accepted, payoutRef, providerAt } }) =>
    withPayout(state, { state: accepted, payoutRef, providerAt }),
  PayoutRecallRequested: (state) => withPayout(state, { recallRequested: true }),
  PayoutOutcomeProposed: (state, { data: { outcome, reference, words, operator } }) =>
    withPayout(state, { proposal: { outcome, reference, words, operator } }),
  PayoutConfirmed: (state, { data }) =>
    withPayout(state, { state: 'delivered', providerAt: data.providerAt }),
  PayoutFailed: (state, { data }) => withPayout(state, { state: 'failed', providerAt: data.providerAt }),
  PayoutReturned: (state, { data }) => withPayout(state, { state: 'returned', providerAt: data.providerAt }),
  PayoutContradicted: (state) => withPayout(state, { contradiction: 'open' }),
  ContradictionResolved: (state) => withPayout(state, { contradiction: 'resolved' }),
  TransferDelivered: (_, { metadata }) => ({ stage: 'delivered', endedAt: metadata.at }),
  RefundInitiated: (_, { data: { attempt, cents, cause } }) => ({
    stage: 'refund_pending',
    endedAt: null,
    refund: { attempt, cents, cause, state: 'requested', refundRef: null, providerAt: BEFORE_ALL },
  }),
  RefundAccepted: (state, { data }) => withRefund(state, { ...refundOf(data), state: 'pending' }),
  RefundCompleted: (state, { data }) => withRefund(state, { ...refundOf(data), state: 'completed' }),
  RefundFailed: (state, { data }) => ({
    ...withRefund(state, { ...refundOf(data), state: 'failed' }),
    stage: 'refund_failed',
    endedAt: null,
  }),
  TransferRefunded: (_, { metadata }) => ({ stage: 'refunded', endedAt: metadata.at }),
  PaymentDisputed: ({ disputes }, { data }) => ({ disputes: [...disputes, data.disputeRef] }),
  DisputeClosed: (state, { data }) => ({
    disputes: state.disputes.filter((ref) => ref !== data.disputeRef),
    closedDisputes: [...state.closedDisputes, data.disputeRef],
    lostCents: lostAfter(state, data),
  }),
  ProblemReported: ({ problems, openProblems }, { data }) => ({
    problems: [...problems, data.problemId],
    openProblems: [...openProblems, data.problemId],
  }),
  ProblemResolved: ({ openProblems }, { data }) => ({
    openProblems: openProblems.filter((id) => id !== data.problemId),
  }),
};

/** A bank that waits for its customer's confirmation has reserved nothing. */
const mayHaveReserved = (payment: PaymentAttempt | null): boolean =>
  payment !== null && !['declined', 'action', 'voided'].includes(payment.state);

/** A card that was given up is used after all once the bank has authorized it; a canceled transfer stays canceled. */
const isVoided = ({ payment, cancel }: LifecycleState): boolean =>
  cancel !== null && payment?.voidRequested === true;

const withPayment = ({ payment }: LifecycleState, change: Partial<PaymentAttempt>) => ({
  payment: payment && { ...payment, ...change },
});
const withPayout = ({ payout }: LifecycleState, change: Partial<Payout>) => ({
  payout: payout && { ...payout, ...change },
});
const withRefund = ({ refund }: LifecycleState, change: Partial<Refund>) => ({
  refund: refund && { ...refund, ...change },
});
const refundOf = ({ refundRef, providerAt }: { refundRef: string; providerAt: string }) => ({
  refundRef,
  providerAt,
});
