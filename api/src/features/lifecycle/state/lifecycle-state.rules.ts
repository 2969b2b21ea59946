import type { StreamEvent } from '../../../event-sourcing/event.js';
import { resultOf, type ByEvent } from '../../../event-sourcing/evolve.js';
import { lossOf, lostAfter, owedCents } from '../refund/lost-disputes.rules.js';
import type { Difference, LifecycleEvent, OpenDispute, Terms } from './lifecycle-events.rules.js';
import type { Cancel, PaymentAttempt, Payout, Refund } from './lifecycle-parts.rules.js';

export type { PaymentAttempt, Payout, Refund };

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
  readonly cancel: Cancel | null;
  /** A review stopped it while it was unpaid: cancelled as soon as a card pays it, and until then like any other. */
  readonly isStopped: boolean;
  readonly capturedAt: string | null;
  /** `doubted`: the log may have lost a payout or refund of it; `checked`: it has no refund, but may have been paid out. */
  readonly charge: 'sure' | 'doubted' | 'checked';
  readonly payout: Payout | null;
  readonly refund: Refund | null;
  /** Open ones, with the processor's time of the newest report about each. */
  readonly disputes: readonly (OpenDispute & { readonly providerAt: string })[];
  readonly closedDisputes: readonly string[];
  /** Returned by the bank to the sender in disputes that we lost. */
  readonly lostCents: number;
  /** Returned by us to the sender: a completed refund, or one that was paid back another way. */
  readonly paidBackCents: number;
  /** The loss that an operator has booked. */
  readonly bookedLossCents: number;
  readonly problems: readonly string[];
  readonly openProblems: readonly string[];
  /** Open ones, between the log and the providers. */
  readonly differences: readonly (Difference & { readonly at: string })[];
  /** Closed by an operator. */
  readonly settledDifferences: readonly Difference[];
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
  isStopped: false,
  capturedAt: null,
  charge: 'sure',
  payout: null,
  refund: null,
  disputes: [],
  closedDisputes: [],
  lostCents: 0,
  paidBackCents: 0,
  bookedLossCents: 0,
  problems: [],
  openProblems: [],
  differences: [],
  settledDifferences: [],
  endedAt: null,
});

/** No case holds it, no dispute is open or lost and no difference is open, so it may be charged and paid out. */
export const isUnblocked = ({ holdCases, disputes, lostCents, differences }: LifecycleState): boolean =>
  holdCases.length === 0 && disputes.length === 0 && lostCents === 0 && differences.length === 0;

const BEFORE_ALL = '';

/** The state after an event. */
export function afterLifecycleEvent(
  state: LifecycleState,
  event: StreamEvent<LifecycleEvent>,
): LifecycleState {
  const change = resultOf<LifecycleState, LifecycleEvent, Partial<LifecycleState>>(changes, state, event);
  return { ...state, ...change };
}

const changes: ByEvent<LifecycleState, LifecycleEvent, Partial<LifecycleState>> = {
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
    cancel: reservedCancelOf(state),
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
    cancel: state.cancel?.cause === 'not_paid' ? null : state.cancel,
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
  CancelRequested: ({ stage }, { data: { cause } }) =>
    cause === 'suspicious' && stage === 'requested'
      ? { isStopped: true }
      : { cancel: { cause, returns: stage !== 'requested' } },
  TransferCancelled: (_, { metadata }) => ({ stage: 'cancelled', endedAt: metadata.at }),
  TransferDeclined: (_, { metadata }) => ({ stage: 'declined', endedAt: metadata.at }),
  PayoutSubmitted: (_, { data: { route, operator }, metadata }) => ({
    stage: 'payout_submitted',
    payout: {
      route,
      operator,
      submittedAt: metadata.at,
      claimedAt: metadata.at,
      isGivenBack: false,
      state: 'submitted',
      payoutRef: null,
      providerAt: BEFORE_ALL,
      recalledBy: [],
      failedBy: null,
      contradiction: 'none',
      found: null,
      proposal: null,
    },
  }),
  PayoutAccepted: (state, { data: { state: accepted, payoutRef, providerAt } }) =>
    withPayout(state, { state: accepted, payoutRef, providerAt }),
  PayoutRecallRequested: (state, { data: { by } }) =>
    withPayout(state, { recalledBy: [...(state.payout?.recalledBy ?? []), by] }),
  PayoutOutcomeProposed: (state, { data: { outcome, reference, words, operator }, metadata: { at } }) =>
    withPayout(state, { proposal: { outcome, reference, words, operator, at } }),
  PayoutReleased: (state) => withPayout(state, { operator: null, proposal: null, isGivenBack: false }),
  PayoutGivenBack: (state) => withPayout(state, { operator: null, isGivenBack: true }),
  PayoutClaimed: (state, { data: { operator }, metadata }) =>
    withPayout(state, { operator, claimedAt: metadata.at, isGivenBack: false }),
  PayoutConfirmed: (state, { data }) =>
    withPayout(state, { state: 'delivered', providerAt: data.providerAt }),
  PayoutFailed: (state, { data: { providerAt, by } }) =>
    withPayout(state, { state: 'failed', providerAt, failedBy: by }),
  PayoutReturned: (state, { data }) => withPayout(state, { state: 'returned', providerAt: data.providerAt }),
  PayoutContradicted: (state, { data: { found, payoutRef, providerAt } }) =>
    withPayout(state, { contradiction: 'open', found, payoutRef, providerAt }),
  ContradictionResolved: (state) => withPayout(state, { contradiction: 'resolved' }),
  LossResolved: (state, { data }) => ({ bookedLossCents: data.cents ?? lossOf(state) }),
  TransferDelivered: (_, { metadata }) => ({ stage: 'delivered', endedAt: metadata.at }),
  RefundInitiated: (_, { data: { attempt, cents, cause } }) => ({
    stage: 'refund_pending',
    endedAt: null,
    refund: {
      attempt,
      cents,
      cause,
      state: 'requested',
      refundRef: null,
      providerAt: BEFORE_ALL,
      settlement: null,
    },
  }),
  RefundAccepted: (state, { data }) => withRefund(state, { ...refundOf(data), state: 'pending' }),
  RefundCompleted: (state, { data }) => ({
    ...withRefund(state, { ...refundOf(data), state: 'completed' }),
    paidBackCents: data.cents ?? (state.refund ? owedCents(state.refund, state) : 0),
  }),
  RefundFailed: (state, { data }) => ({
    ...withRefund(state, { ...refundOf(data), state: 'failed' }),
    stage: 'refund_failed',
    endedAt: null,
    paidBackCents: 0,
  }),
  RefundSettlementProposed: (state, { data: { way, reference, operator }, metadata: { at } }) =>
    withRefund(state, { settlement: { way, reference, operator, at } }),
  RefundSettlementReleased: (state) => withRefund(state, { settlement: null }),
  RefundSettled: (state, { data: { cents } }) => ({
    ...withRefund(state, { state: 'settled' }),
    paidBackCents: cents,
  }),
  TransferRefunded: (_, { metadata }) => ({ stage: 'refunded', endedAt: metadata.at }),
  PaymentDisputed: ({ disputes }, { data: { disputeRef, reason, cents, dueBy, providerAt } }) => ({
    disputes: [...disputes, { disputeRef, reason, cents, dueBy, providerAt }],
  }),
  DisputeDeadlineChanged: ({ disputes }, { data: { disputeRef, dueBy, providerAt } }) => ({
    disputes: disputes.map((open) =>
      open.disputeRef === disputeRef ? { ...open, dueBy, providerAt } : open,
    ),
  }),
  DisputeClosed: (state, { data }) => ({
    disputes: state.disputes.filter(({ disputeRef }) => disputeRef !== data.disputeRef),
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
  ChargeDoubted: () => ({ charge: 'doubted' }),
  ChargeChecked: () => ({ charge: 'checked' }),
  DifferenceFound: ({ differences }, { data: { about, recorded, found }, metadata }) => ({
    differences: [...differences, { about, recorded, found, at: metadata.at }],
  }),
  DifferenceGone: (state, { data }) => ({ differences: without(data, state.differences) }),
  DifferenceSettled: (state, { data }) => ({
    differences: without(data, state.differences),
    settledDifferences: [
      ...state.settledDifferences,
      { about: data.about, recorded: data.recorded, found: data.found },
    ],
  }),
};

const without = <Open extends Difference>(ended: Difference, differences: readonly Open[]): readonly Open[] =>
  differences.filter(
    ({ about, recorded, found }) =>
      about !== ended.about || recorded !== ended.recorded || found !== ended.found,
  );

/** The state that a reservation meets: a cancel that gives it back, or a review that has waited for it. */
function reservedCancelOf({ cancel, isStopped }: LifecycleState): Cancel | null {
  if (cancel) return { ...cancel, returns: true };
  return isStopped ? { cause: 'suspicious', returns: true } : null;
}

/** A card that was given up is used after all once the bank has authorized it; a cancelled transfer stays cancelled. */
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
