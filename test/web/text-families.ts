import { ROLES } from '@kernel/people/accounts';
import { CHECK_TEMPLATES } from './check-families';
import { every, KYC_STATUSES } from './members';
import { EVENT_NAMES } from './event-names';
import { AUDIT_FAMILIES } from './audit-families';
import { REASON_KINDS } from '@kernel/staff/access-reasons';
import {
  CASE_LISTS,
  CASE_STATUSES,
  OPENED_AGAIN,
  REVIEW_OUTCOMES,
  type HoldPlacer,
} from '@kernel/staff/compliance';
import { FIND_BY } from '@kernel/staff/find';
import type { HandleKind } from '@kernel/text/handle-text';
import { HANDLE_CODES } from '@kernel/text/handles';
import { BUILT_IN_RULES } from '@kernel/staff/rules';
import { PROFILE_TEMPLATES } from './profile-text-families';
import { RULE_TEMPLATES } from './rule-text-families';
import {
  DESK_CONFIRMATIONS,
  DESK_LISTS,
  DIFFERENCE_ABOUTS,
  PAYOUT_FAILURES,
  PAYOUT_OUTCOMES,
  REFUND_WAYS,
  type DeskTask,
  type StrayCharge,
  type StrayDispute,
  type StrayPayout,
} from '@kernel/money/payouts';
import type { Ending, NextStep } from '@kernel/money/endings';
import type { TransferNeed } from '@kernel/people/needs';
import { PLATFORMS } from '@kernel/money/platforms';
import { MAIL_CHOICES } from '@kernel/people/preferences';
import { KEEPERS } from '@kernel/people/retention.rules';
import { REVEAL_FIELDS } from '@kernel/staff/reveal';
import { SENDER_STATES } from '@kernel/staff/sender-states';
import { SUSPENSION_CAUSES } from '@kernel/staff/standing';
import type { ReceiptLines, SharedStatus, SharedStep } from '@kernel/money/receipts';
import {
  TRANSFER_STATUSES,
  type DeclineGroup,
  type RecordedRefusal,
  type TransferStep,
} from '@kernel/money/transfers';
import type { CardEntryConfig, CardFunding } from '@kernel/money/cards';
import type { KycBadge } from '@kernel/people/verification';
import { SENDER_AT_TEXTS } from './sender-at-texts.js';
import { isOpen, type ShownState } from '../../web/src/transfers/page/shown-state.js';
import type { PublicCause } from '../../api/src/features/lifecycle/state/progress.rules.js';

const STANDING_STEPS = [
  ...['pause', 'resume', 'resumeAgreed', 'suspend', 'reinstate', 'reinstateAgreed'],
  ...['place-legal-hold', 'lift-legal-hold'],
];
const BADGES = every<KycBadge>({ unverified: true, pending: true, verified: true });
const DECLINE_GROUPS = every<DeclineGroup>({
  check_details: true,
  contact_bank: true,
  not_enough_money: true,
  try_again: true,
});
const FUNDINGS = every<CardFunding>({ credit: true, debit: true, prepaid: true, unknown: true });
const REFUSALS = every<RecordedRefusal>({
  weekly_limit_exceeded: true,
  per_transfer_limit_exceeded: true,
  sending_paused: true,
});
const SHARED_STATUSES = every<SharedStatus>({
  processing: true,
  sent: true,
  delivered: true,
  returned: true,
});
const STEPS = every<TransferStep['step']>({
  requested: true,
  authorized: true,
  declined: true,
  abandoned: true,
  captured: true,
  payout_submitted: true,
  payout_accepted: true,
  unclaimed: true,
  delivered: true,
  payout_failed: true,
  payout_returned: true,
  cancel_requested: true,
  cancelled: true,
  refund_initiated: true,
  refunded: true,
  refund_failed: true,
  problem_reported: true,
  problem_answered: true,
  refund_settled: true,
});
const CAUSES = every<PublicCause>({
  sender: true,
  not_paid: true,
  not_completed: true,
  payout_failed: true,
  payout_returned: true,
  disputed: true,
});
const SHARED_STEPS = every<SharedStep['step']>({
  paid: true,
  sent: true,
  unclaimed: true,
  delivered: true,
  returned: true,
});
/** What is shown of a step that its sender did not ask for, and of the steps ahead. */
const OTHER_STEPS = [
  ...['expired', 'refund_not_completed', 'refund_by_bank', 'refund_desk', 'refunded_later', 'recalling'],
  ...['claiming', 'delivering', 'before_payments', 'sending', 'delivered_later', 'paying', 'confirming'],
  ...['charging', 'sent_later', 'sent_unpaid', 'payout_sent', 'not_confirmed'],
];
const TRANSFER_STATES = every<ShownState>({
  awaited: true,
  declined_card: true,
  bank: true,
  ending: true,
  charging: true,
  reserved: true,
  paid: true,
  sending: true,
  sent: true,
  late: true,
  unclaimed: true,
  recalling: true,
  delivered: true,
  refunding: true,
  refund_desk: true,
  refunded: true,
  settled: true,
  uncharged: true,
  cancelling: true,
});
/** Those that name what happens; what becomes of the money has the title of the ending. */
const OPEN_STATES = TRANSFER_STATES.filter(isOpen);
const ENDINGS = every<Ending>({
  declined: true,
  expired: true,
  cancelled: true,
  not_completed: true,
  wrong_handle: true,
  account_closed: true,
  blocked: true,
  limit: true,
  not_delivered: true,
  unclaimed: true,
  recalled: true,
  disputed: true,
});
/** What the state box says: of the state, or when the transfer or its refund arrives. */
const SENTENCES = [
  ...TRANSFER_STATES.map((state) => `${state}.text`),
  ...['delivered.since', 'arrives', 'refundBy'],
];
const STATEMENT_SUMS = ['delivered', 'fees', 'paid', 'refunded'];
const ENDS = ['difference', 'done'];
/** A task of the desk, or none any more. */
const DESK_STATES = every<DeskTask['kind']>({
  claim: true,
  outcome: true,
  second_person: true,
  unknown: true,
  contradiction: true,
  lost: true,
  refund: true,
  problem: true,
  recall: true,
  dispute: true,
  difference: true,
  late: true,
  done: true,
});
const TRANSFER_NEEDS = every<TransferNeed>({ confirm: true, pay_again: true, pay: true, refund: true });
const DESK_STEPS = ['claim', 'reported', 'refunded', 'release', 'give-back', 'close'];
const CASE_STEPS = ['snooze', 'return', 'reopen', 'report', 'reportAgain'];
const CASE_DECISIONS = ['hold', 'release'];
const DAY_WORDS = ['today', 'yesterday'];
const OUTCOME_CARDS = ['wait', 'retry', 'restart'];
const POLICIES = ['privacy', 'terms', 'fees'];
const FEATURES = ['price', 'platforms', 'steps', 'refund'];

/**
 * The keys that code builds from a template: the template as it stands in the code, and the members of each of its gaps.
 * text-families.spec.ts refuses a template that is not listed here.
 */
const RULE_IDS = BUILT_IN_RULES.map(({ id }) => id);

const TEMPLATES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'cards.entry.by.${kind}': [every<CardEntryConfig['kind']>({ stripe: true, simulator: true })],
  'cards.name.${funding}': [FUNDINGS],
  'cards.refused.${String(funding)}': [FUNDINGS],
  ...CHECK_TEMPLATES,
  'compliance.${name}': [['detected', 'updated', 'due', 'snoozedUntil', 'reportDue', 'reportFiled']],
  'compliance.${text}': [['dueIn', 'daysLeft', 'reportDueIn']],
  'compliance.actors.${kind}': [['sender', 'staff', 'provider', 'system']],
  'compliance.columns.${name}': [
    [
      ...['time', 'transfer', 'recipient', 'amount', 'result', 'hold', 'rule', 'due', 'closed'],
      ...['outcome', 'case', 'sender', 'atRisk', 'why', 'detected', 'status', 'assignee'],
      ...['lastAttempt', 'attempts', 'sent', 'cases'],
    ],
  ],
  'compliance.emailKinds.${value}': [MAIL_CHOICES],
  'compliance.holds.${decision}.button': [CASE_DECISIONS],
  'compliance.holds.${decision}.done': [CASE_DECISIONS],
  'compliance.holds.${decision}.label': [CASE_DECISIONS],
  'compliance.holds.${decision}.text': [CASE_DECISIONS],
  'compliance.holds.${decision}.title': [CASE_DECISIONS],
  'compliance.holds.by.${hold.by}': [every<HoldPlacer>({ rule: true, lead: true })],
  'compliance.keys.${name}Case': [['next', 'previous']],
  'compliance.kyc.${value}': [KYC_STATUSES],
  'compliance.outcomes.${outcome}': [REVIEW_OUTCOMES],
  'compliance.outcomeTexts.${outcome}': [REVIEW_OUTCOMES],
  'compliance.refusals.${reason}': [REFUSALS],
  'compliance.refusals.${refused}': [REFUSALS],
  'compliance.refusals.${value}': [REFUSALS],
  'compliance.did.${type}': [
    [
      ...['SuspiciousTransactionRaised', 'AlertTransactionsAdded', 'CaseAssigned', 'unassigned'],
      ...['CaseSnoozed', 'NoteAdded', 'OutcomeProposed', 'ProposalReturned'],
      ...['CaseReviewed', 'CaseReopened', 'ReportFiled'],
    ],
  ],
  'compliance.empty.${view.show}': [CASE_LISTS],
  'compliance.filters.${name}': [['rule', 'assignee', 'period', 'minAtRisk']],
  'compliance.filters.all.${name}': [['rule', 'assignee', 'period', 'minAtRisk']],
  'compliance.filters.periods.${value}': [['1', '7', '30']],
  'compliance.filters.sorts.${value}': [['due', 'created', 'atRisk']],
  'compliance.lists.${list}': [CASE_LISTS],
  'compliance.statuses.${status}': [CASE_STATUSES.filter((status) => status !== 'proposed')],
  'compliance.statuses.${openedAgain}': [OPENED_AGAIN],
  'compliance.reports.${report}': [['amended', 'continuing']],
  'compliance.reportKinds.${value}': [['amended', 'continuing']],
  'compliance.steps.${step}.button': [CASE_STEPS],
  'compliance.steps.${step}.done': [CASE_STEPS],
  'compliance.steps.${step}.label': [CASE_STEPS],
  'compliance.steps.${step}.required': [CASE_STEPS],
  'compliance.steps.${step}.text': [CASE_STEPS],
  'compliance.steps.${step}.title': [CASE_STEPS],
  'compliance.roles.${value}': [ROLES],
  'compliance.rules.${id}': [RULE_IDS],
  ...RULE_TEMPLATES,
  "compliance.caseStates.${other.reviewed ? 'reviewed' : 'open'}": [['reviewed', 'open']],
  'status.${payment.status}': [TRANSFER_STATUSES],
  'compliance.values.${value}': [
    ['registered', 'suspended', 'closed', 'erased', 'yes', 'no', 'active', 'paused'],
  ],
  'confirm.${state}': [['over', 'other']],
  'desk.columns.${name}': [['task', 'waiting', 'handle', 'amount', 'action']],
  'dashboard.way.${text}': [
    ['paid', 'paidBy', 'sending', 'sendingBy', 'sent', 'sentBy', 'unclaimed', 'recalling'],
  ],
  'desk.actions.${kind}': [
    ['outcome', 'second_person', 'unknown', 'contradiction', 'lost', 'refund', 'problem', 'difference'],
  ],
  'desk.agree.${outcome}': [PAYOUT_OUTCOMES],
  'desk.confirm.${task.kind}': [['contradiction', 'lost']],
  'desk.done.${doneOf(task, step)}': [
    [...DESK_CONFIRMATIONS.filter((kind) => kind !== 'second_person'), ...PAYOUT_OUTCOMES, ...DESK_STEPS],
  ],
  'desk.outcomes.${outcome}': [PAYOUT_OUTCOMES],
  'desk.waitsFor.${kind}': [['outcome', 'second_person', 'refund', 'recall', 'dispute', 'late', 'done']],
  'desk.ways.${value}': [REFUND_WAYS],
  'desk.ways.${way}': [REFUND_WAYS],
  'desk.whats.${whatOf(task, me.uid)}': [
    [...DESK_STATES, 'claimByTwo', 'yours', 'yours_second', 'second_refund'],
  ],
  'desk.differences.${about}': [DIFFERENCE_ABOUTS],
  'desk.differenceTodo.${about}': [DIFFERENCE_ABOUTS],
  'statements.yearFile.${kind}': [['pdf', 'csv']],
  'desk.filters.${value}': [DESK_LISTS],
  'desk.ended.${endOf(task, isOwn)}': [
    [...PAYOUT_OUTCOMES, ...['agreed', 'agreedWith', 'contradiction', 'lost', 'refund', 'problem'], ...ENDS],
  ],
  'desk.kinds.${kind}': [DESK_STATES],
  'desk.reasons.${reference}': [PAYOUT_FAILURES],
  'desk.reasons.${value}': [PAYOUT_FAILURES],
  'desk.texts.${kind}': [DESK_STATES],
  'errors:${handle.code}': [HANDLE_CODES],
  // Refusals are complete by openapi.spec.ts.
  'errors:${key}': [[]],
  'feesPage.${id}': [['sent', 'transfer', 'processing', 'paid']],
  'kyc.${name}Title': [OUTCOME_CARDS],
  'kyc.${text}': [['needId', 'needSelfie', 'needTime']],
  'kyc.${text}Text': [['needId', 'needSelfie', 'needTime']],
  'kyc.history.${status}': [KYC_STATUSES],
  'kyc.steps.${name}.${step}': [OUTCOME_CARDS, ['one', 'two', 'three']],
  'landing.feature.${id}': [FEATURES],
  'landing.feature.${id}Text': [FEATURES],
  'landing.policy.${id}': [POLICIES],
  'landing.policy.${id}Text': [POLICIES],
  'landing.question.${id}': [['long', 'cost', 'much', 'wrong', 'cards', 'stranger']],
  'landing.step.${id}': [['signUp', 'dashboard', 'send']],
  'ledger.strays.${name}': [['charged', 'refunded', 'closed', 'open']],
  'ledger.${name}': [['captured', 'delivered', 'fees', 'refunded', 'open']],
  'needs.${kind}.action': [TRANSFER_NEEDS],
  'needs.${kind}.text': [TRANSFER_NEEDS],
  'needs.${kind}.title': [TRANSFER_NEEDS],
  'payment.${state}.text': [['expired', 'over']],
  'payment.${state}.title': [['expired', 'over']],
  'payment.${text}Text': [['confirming', 'unavailable', 'stopped', 'restoring', 'unknown', 'notSent']],
  'payment.${text}Title': [['confirming', 'unavailable', 'stopped', 'restoring', 'unknown', 'notSent']],
  "payment.${waitsFor ?? 'paying'}": [['paying', 'confirming', 'checking', 'bank', 'loading']],
  'payment.arrival.${sender}': [['automatic', 'byHand']],
  'payment.declined.${group}.text': [DECLINE_GROUPS],
  'payment.declined.${group}.title': [DECLINE_GROUPS],
  'privacy.collected.${what}': [
    [
      ...['name', 'birthDate', 'address', 'phone', 'email', 'governmentId', 'selfie', 'ssn', 'card'],
      ...['history', 'device'],
    ],
  ],
  'privacy.heading.${id}': [
    ['collect', 'who', 'use', 'keep', 'share', 'choices', 'browser', 'age', 'contact'],
  ],
  ...PROFILE_TEMPLATES,
  'quick.digits.${platform}': [['Venmo', 'Chime']],
  "quick.hint.${platform || 'none'}": [[...PLATFORMS, 'none']],
  'compliance.fields.${field}': [
    [
      ...['account', 'legalHold', 'name', 'email', 'emailConfirmed', 'roles', 'verification'],
      ...['verificationStatus', 'tier', 'used', 'remaining', 'accepted', 'refused', 'held'],
      ...['sending', 'lastRefusal', 'note', 'displayName', 'locale', 'emailOptIn', 'emailKinds'],
    ],
  ],
  'replay.fields.${field}': [
    [
      ...['status', 'reason', 'amount', 'total', 'payment', 'captured', 'refunded', 'dispute'],
      ...['payoutReference', 'hold'],
    ],
  ],
  ...AUDIT_FAMILIES,
  'find.columns.${name}': [['requested', 'transfer', 'sender', 'recipient', 'amount', 'status', 'replay']],
  'find.found.${by}': [FIND_BY],
  'find.ways.${by}': [FIND_BY],
  'find.ways.${way}': [FIND_BY],
  ...SENDER_AT_TEXTS,
  'replay.disputes.${value}': [['open', 'closed']],
  // Complete by replay-events.spec.ts.
  'replay.eventNames.${type}': [EVENT_NAMES],
  'replay.holds.${value}': [['held']],
  'replay.payments.${value}': [
    ['awaited', 'pending', 'requires_action', 'authorized', 'declined', 'captured', 'voided'],
  ],
  'replay.reason.kinds.${kind}': [REASON_KINDS],
  'replay.reason.shown.${kind}': [REASON_KINDS],
  'replay.reasons.${value}': [
    [
      ...['check_details', 'contact_bank', 'not_enough_money', 'not_confirmed', 'try_again'],
      ...['wrong_handle', 'account_closed'],
      ...['blocked', 'limit', 'expired', 'recalled', 'recall', 'sender', 'not_paid'],
      ...['not_completed', 'payout_failed', 'payout_returned'],
      ...['other', 'disputed'],
    ],
  ],
  'replay.streams.${stream}': [['transfer', 'payment', 'sender', 'case']],
  'tx.platformHandle.${handleKindOf(transfer.handle)}': [
    every<HandleKind>({ email: true, phone: true, handle: true }),
  ],
  'receipt.${lines.refund[0]}': [
    every<NonNullable<ReceiptLines['refund']>[0]>({
      refunded: true,
      refundStarted: true,
      refundSettled: true,
    }),
  ],
  'recipients.alike.${after}': [['savedAs', 'paidAs']],
  'recipients.alike.${before}': [['saved', 'paid']],
  "shared.${isCheck ? 'checked' : 'title'}.${status}": [['checked', 'title'], SHARED_STATUSES],
  'shared.ahead.${step}': [['sent', 'delivered']],
  'shared.next.${step}': [['sent', 'delivered']],
  'shared.status.${status}': [SHARED_STATUSES],
  'shared.step.${step}': [SHARED_STEPS],
  'shared.where.${status}': [SHARED_STATUSES],
  ...Object.fromEntries(
    ['button', 'done', 'text', 'title'].map((part) => [`standing.acts.\${step}.${part}`, [STANDING_STEPS]]),
  ),
  'standing.asked.${of}': [['resume', 'reinstate']],
  'standing.askedByYou.${of}': [['resume', 'reinstate']],
  'standing.causes.${cause}': [['case', 'lead']],
  'standing.fields.${field}': [REVEAL_FIELDS],
  'standing.keptBy.${keeper}': [KEEPERS],
  'standing.states.${state}': [SENDER_STATES],
  'standing.states.${text}': [['sends', 'paused', 'open', 'suspended', 'closed', 'erased']],
  'standing.suspendedBy.${suspension.cause}': [SUSPENSION_CAUSES],
  'activity.columns.${name}': [
    ['card', 'firstUsed', 'paid', 'declined', 'handle', 'sent', 'refused', 'amount', 'others'],
  ],
  'activity.refused.${refused}': [REFUSALS],
  'activity.shown.${value}': [['all', 'accepted', 'refused']],
  'statements.${key}': [
    ['amount', 'feesShort', 'total', 'back', 'sent', 'charged', 'returned'].concat(STATEMENT_SUMS),
  ],
  'statements.${name}': [['transfers', 'sent', 'feesShort', 'charged', 'returned']],
  'statements.${kind}': [['pdf', 'csv']],
  'status.${badge}': [BADGES],
  'status.${status}': [[...TRANSFER_STATUSES, 'unpaid']],
  'status.${value}': [BADGES],
  'strays.disputes.${state}': [every<StrayDispute['state']>({ open: true, won: true, lost: true })],
  'strays.payouts.${payout.state}': [
    ['pending', 'unclaimed', 'delivered', 'failed', 'returned'] satisfies StrayPayout['state'][],
  ],
  'strays.senders.${sender}': [every<StrayCharge['sender']>({ known: true, lost: true, unnamed: true })],
  'strays.states.${state}': [every<StrayCharge['state']>({ open: true, proposed: true, refunding: true })],
  'terms.heading.${id}': [
    ['service', 'who', 'limits', 'fees', 'payment', 'refunds', 'data', 'law', 'contact'],
  ],
  'tx.${end}': [['from', 'to']],
  'tx.${word}': [DAY_WORDS],
  'tx.periods.${value}': [['all', 'thisMonth', 'lastMonth', 'custom']],
  'tx.back.${way}': [['otherWay', 'returned', 'returning']],
  'tx.ending.${ending}.short': [ENDINGS],
  'tx.ending.${ending}.title': [ENDINGS],
  'tx.next.${next}': [
    every<NextStep>({ send_again: true, correct_handle: true, change_amount: true, other_platform: true }),
  ],
  'tx.reason.${wayOf(transfer)}': [REFUND_WAYS],
  'tx.reason.${reason}': [
    [...DECLINE_GROUPS, 'not_confirmed', ...PAYOUT_FAILURES, ...CAUSES, 'recall', 'recalled', 'expired'],
  ],
  'tx.refund.${part.name}': [['started', 'bank', 'card']],
  'tx.refund.${waiting}': [['bankNext', 'bankAgain']],
  'tx.state.${key}': [SENTENCES],
  'tx.state.${state}.action': [['awaited', 'declined_card', 'bank']],
  'tx.state.${state}.title': [OPEN_STATES],
  'tx.step.${step}': [
    every<ReceiptLines['times'][number][0]>({
      requested: true,
      captured: true,
      payout_accepted: true,
      delivered: true,
      refund_initiated: true,
      refunded: true,
    }),
  ],
  'tx.step.${text}': [[...STEPS, ...OTHER_STEPS]],
  'tx.stepText.${text}': [[...STEPS, ...OTHER_STEPS]],
};

const GAP = /\$\{[^}]*\}/;

/** Every key that a template stands for. */
export const FAMILIES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(TEMPLATES).map(([template, gaps]) => [
    template,
    gaps.reduce<readonly string[]>(
      (keys, members) => keys.flatMap((key) => members.map((member) => key.replace(GAP, () => member))),
      [template],
    ),
  ]),
);
