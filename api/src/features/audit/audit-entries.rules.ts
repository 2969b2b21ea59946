import { streamId, type RecordedEvent } from '../../event-sourcing/event.js';
import type { BacktestStarted } from '../access/access.decider.js';
import { ruleOnWire } from '../../kernel/staff/rule-views.js';
import { caseIn } from '../../kernel/staff/access-reasons.js';
import { COMMAND_LINE_PERSON, type AuditEntry, type AuditKind } from '../../kernel/staff/audit.js';

/**
 * What the audit shows of each event of staff besides who, when and about whom. Never a personal field or a text that
 * a person typed: the audit is the same after an erasure, and an export of before still agrees with it.
 */
export const AUDITED_FACTS: Readonly<Record<string, readonly string[]>> = {
  HistoryReplayed: ['view', 'point', 'reason'],
  PersonalDataRevealed: ['field', 'reason'],
  SendersSearched: ['by', 'reason'],
  ExportMade: ['exportId', 'kind', 'format', 'person', 'subject', 'action', 'from', 'to'],
  CaseAssigned: ['assignee'],
  CaseSnoozed: ['until'],
  NoteAdded: [],
  OutcomeProposed: ['outcome', 'pause', 'fourEyes'],
  ProposalReturned: [],
  CaseReviewed: ['outcome', 'proposedBy', 'pause', 'fourEyes'],
  CaseReopened: [],
  KycStatusChanged: ['status'],
  ReportFiled: ['kind', 'filedAt'],
  HoldPlaced: ['by'],
  HoldReleased: ['by'],
  SendingPaused: ['cause'],
  SendingResumed: ['cause'],
  RoleGranted: ['role'],
  RoleRevoked: ['role'],
  ResumeRequested: [],
  AccountSuspended: ['cause'],
  AccountReinstated: ['cause'],
  ReinstatementRequested: [],
  LegalHoldPlaced: [],
  LegalHoldLifted: [],
  AccountErased: [],
  SecondFactorRemoved: ['cause'],
  PayoutSubmitted: ['route', 'amountCents'],
  PayoutClaimed: [],
  PayoutGivenBack: [],
  PayoutReleased: [],
  PayoutOutcomeProposed: ['outcome', 'reference'],
  PayoutConfirmed: ['reference'],
  PayoutFailed: ['reason'],
  ContradictionResolved: [],
  LossResolved: [],
  DifferenceSettled: ['about', 'recorded', 'found'],
  ProblemResolved: ['problemId'],
  RefundSettlementProposed: ['way'],
  RefundSettlementReleased: [],
  RefundSettled: ['way', 'cents'],
  StrayRefundProposed: [],
  StrayRefundRequested: [],
  StrayClosed: [],
  RuleDrafted: [],
  RuleDraftDiscarded: [],
  RuleDraftReturned: [],
  RuleActivated: ['version', 'draftedBy'],
  RulePaused: [],
  RuleRetireRequested: [],
  RuleRetired: [],
  BacktestStarted: ['against', 'from', 'to'],
};

/** Administration of accounts, by any command. */
const ADMINISTRATION: ReadonlySet<string> = new Set([
  'RoleGranted',
  'RoleRevoked',
  'AccountSuspended',
  'AccountReinstated',
]);
const PAUSES: ReadonlySet<string> = new Set(['SendingPaused', 'SendingResumed']);
/** Recorded by a saga, or again after a restore, for the person whom it names. */
const NAMING: ReadonlySet<string> = new Set([...PAUSES, 'LegalHoldPlaced', 'LegalHoldLifted']);

/**
 * The event as the audit has it; null for one that is not of staff. Every event of staff is in it, except its
 * consequences for the transfer.
 */
export function auditEntryOf(event: RecordedEvent): AuditEntry | null {
  const person = personOf(event);
  if (person === null || isConsequence(event)) return null;
  const { type, stream, revision, position, metadata } = event;
  const data = event.data as Readonly<Record<string, unknown>>;
  return {
    position,
    at: metadata.at,
    kind: kindOf(event),
    action: type,
    person,
    uid: subjectOf(event),
    caseId: caseOf(event),
    transferId: transferOf(event),
    stream,
    revision: String(revision),
    facts: { ...factsOf(type, data), ...countOf(data['uids']), ...triedIn(event) },
  };
}

/** The senders whom an event of staff is about, if they are several: each is found by it. */
export function severalSubjects({ data }: RecordedEvent): readonly string[] {
  const uids = uidsIn(data);
  return uids.length > 1 ? uids : [];
}

/** What a transfer records together with the step of an operator: it is delivered, or a refund begins. */
function isConsequence({ type, stream }: RecordedEvent): boolean {
  return stream.startsWith('transfer-') && !Object.hasOwn(AUDITED_FACTS, type);
}

function personOf({ type, metadata: { actor }, data }: RecordedEvent): string | null {
  if (actor.kind === 'staff') return actor.id;
  if (actor.id.startsWith(COMMAND_LINE_PERSON) || ADMINISTRATION.has(type)) return actor.id;
  return NAMING.has(type) ? text(data, 'by') : null;
}

function kindOf({ type, stream }: RecordedEvent): AuditKind {
  if (type === 'ExportMade') return 'export';
  if (type === 'BacktestStarted') return 'action';
  return stream.startsWith('access-') ? 'look' : 'action';
}

function subjectOf({ stream, data }: RecordedEvent): string | null {
  if (stream.startsWith('account-')) return streamId(stream);
  const [only, ...others] = uidsIn(data);
  return text(data, 'uid') ?? (others.length === 0 ? (only ?? null) : null);
}

function caseOf({ type, stream, data }: RecordedEvent): string | null {
  if (stream.startsWith('case-')) return streamId(stream);
  if (type === 'ExportMade') return text(data, 'kind') === 'case-file' ? text(data, 'subject') : null;
  if (PAUSES.has(type)) return text(data, 'cause') === 'case' ? text(data, 'causeId') : null;
  if (stream.startsWith('access-')) return caseIn(text(data, 'reason') ?? '');
  return text(data, 'caseId');
}

function transferOf({ stream, data }: RecordedEvent): string | null {
  return stream.startsWith('transfer-') ? streamId(stream) : text(data, 'transferId');
}

function factsOf(type: string, data: Readonly<Record<string, unknown>>): Record<string, string> {
  const facts = (AUDITED_FACTS[type] ?? []).map((name) => [name, data[name]] as const);
  return Object.fromEntries(
    facts
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** The definition that a backtest tried, as requests have it, without the name that a person typed. */
function triedIn({ type, data }: RecordedEvent): Record<string, string> {
  if (type !== 'BacktestStarted') return {};
  const { definition } = data as BacktestStarted['data'];
  return { definition: JSON.stringify(ruleOnWire({ ...definition, name: '' })) };
}

const countOf = (uids: unknown) => (Array.isArray(uids) ? { found: String(uids.length) } : {});

function uidsIn(data: object): readonly string[] {
  return 'uids' in data && Array.isArray(data.uids) ? (data.uids as readonly string[]) : [];
}

function text(data: object, name: string): string | null {
  const value = (data as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
