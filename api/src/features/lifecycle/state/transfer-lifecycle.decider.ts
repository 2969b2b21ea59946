import type { Decider } from '../../../event-sourcing/decider.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { PROBLEMS_LIMIT } from '../../../kernel/money/payouts.js';
import { NOTHING, type Decided, type LifecycleCommand, type Of } from './lifecycle-commands.rules.js';
import { recordComparison, settleDifference, withAmounts } from '../reconcile/difference-decisions.rules.js';
import { doubtCharge, recordChargeCheck } from '../payment/doubted-charge.rules.js';
import { decideHoldAgain, placeHold, releaseHold } from '../payment/hold-decisions.rules.js';
import type { LifecycleEvent } from './lifecycle-events.rules.js';
import {
  afterLifecycleEvent,
  emptyLifecycle,
  isUnblocked,
  type LifecycleState,
} from './lifecycle-state.rules.js';
import {
  abandonPayment,
  elapseTime,
  recordPayment,
  requestCancel,
  requestPayment,
} from '../payment/payment-decisions.rules.js';
import { recordPayout, submitPayout } from '../payout/payout-decisions.rules.js';
import { giveBackPayout, releasePayout, settlePayout } from '../payout/payout-settlement.rules.js';
import { recordDispute, recordRefund, resolveLoss } from '../refund/refund-decisions.rules.js';
import { releaseRefund, retryRefund, settleRefund } from '../refund/refund-settlement.rules.js';

/**
 * The life of a transfer from its payment to its end (docs/money.md). Cancel and payout race on the stream's revision:
 * whichever is recorded first wins.
 */
export const transferLifecycle: Decider<LifecycleState, LifecycleCommand, LifecycleEvent> = {
  name: 'transfer-lifecycle',
  initialState: emptyLifecycle,
  decide(command, state) {
    const decide = decisions[command.type] as (command: LifecycleCommand, state: LifecycleState) => Decided;
    const uid = 'terms' in command ? command.terms.uid : state.terms?.uid;
    if (uid === undefined) throw new DomainError('not_payable');
    return withAmounts(decide(command, state), command, state).map(
      ({ type, data }) => ({ type, data: { ...data, uid } }) as LifecycleEvent,
    );
  },
  evolve: (state, event) => afterLifecycleEvent(state, event),
  keepsStates: true,
};

const decisions: {
  readonly [Type in LifecycleCommand['type']]: (command: Of<Type>, state: LifecycleState) => Decided;
} = {
  AwaitPayment: ({ terms }, state) => (state.terms ? NOTHING : [{ type: 'PaymentAwaited', data: terms }]),
  RequestPayment: requestPayment,
  RecordPayment: recordPayment,
  AbandonPayment: abandonPayment,
  RequestCapture: (_, state) =>
    state.stage === 'authorized' && !state.cancel && isUnblocked(state) && !state.payment?.captureRequested
      ? [{ type: 'CaptureRequested', data: {} }]
      : NOTHING,
  PlaceHold: placeHold,
  ReleaseHold: releaseHold,
  DecideAgain: decideHoldAgain,
  RequestCancel: requestCancel,
  SubmitPayout: submitPayout,
  RecordPayout: ({ outcome, refundFees }, state) => recordPayout(outcome, refundFees, state),
  SettlePayout: settlePayout,
  ReleasePayout: releasePayout,
  GiveBackPayout: giveBackPayout,
  ResolveContradiction: (_, { payout }) =>
    payout?.contradiction === 'open' ? [{ type: 'ContradictionResolved', data: {} }] : NOTHING,
  ResolveLoss: resolveLoss,
  RecordRefund: recordRefund,
  RetryRefund: (_, state) => retryRefund(state),
  SettleRefund: settleRefund,
  ReleaseRefund: releaseRefund,
  ElapseTime: elapseTime,
  DoubtCharge: (_, state) => doubtCharge(state),
  RecordChargeCheck: recordChargeCheck,
  RecordComparison: recordComparison,
  SettleDifference: settleDifference,
  RecordDispute: recordDispute,
  ReportProblem({ problemId, text }, { problems }) {
    if (problems.includes(problemId)) return NOTHING;
    if (problems.length >= PROBLEMS_LIMIT) throw new DomainError('too_many_problems');
    return [{ type: 'ProblemReported', data: { problemId, text } }];
  },
  ResolveProblem: ({ problemId, answer }, { openProblems }) =>
    openProblems.includes(problemId) ? [{ type: 'ProblemResolved', data: { problemId, answer } }] : NOTHING,
};
