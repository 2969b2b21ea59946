import type { RecordedEvent, StreamEvent } from '../../../event-sourcing/event.js';
import { streamId } from '../../../event-sourcing/event.js';
import { BACKTEST_LISTED_LIMIT } from '../../../kernel/staff/backtests.js';
import type { ReviewOutcome } from '../../../kernel/staff/compliance.js';
import { askedIn, type RuleAttempt } from '../../../kernel/staff/rule-conditions.js';
import { attemptsBehind, measureOf } from '../../../kernel/staff/rule-evaluation.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';
import { senderStream } from '../../access/sender-stream.rules.js';
import type { SenderEvent } from '../../transfers/sending/transfer.decider.js';
import { caseStream, type CaseEvent } from '../../review/cases/case-events.rules.js';
import { addAttempt, noAttempts, type SenderAttempts } from '../evaluation/sender-attempts.rules.js';

/** The question to the log. */
export interface BacktestQuestion {
  readonly definition: RuleDefinition;
  /** In force now, to compare with. */
  readonly against: RuleDefinition | null;
  /** ms since 1970; the end is exclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The reader: their own attempts are skipped, since staff do not learn about themselves. */
  readonly reader: string;
}

/** An alert of the definition, of the version in force, or of both. */
export interface FoundAlert {
  readonly transferId: string;
  readonly uid: string;
  readonly atMs: number;
  readonly amountCents: number;
  readonly measured: number;
  readonly attempts: number;
  readonly attemptedCents: number;
  readonly firstAtMs: number;
}

export const ALERT_LISTS = ['new', 'lost', 'both'] as const;
/** Which list an alert is in. */
export type AlertList = (typeof ALERT_LISTS)[number];

/** What one definition would have done so far. */
interface Tally {
  readonly definition: RuleDefinition;
  alerts: number;
  senders: number;
  cases: number;
  atRiskCents: number;
  readonly days: Map<string, number>;
  /** Of the alerts: which ones coincide with those that were raised then is known later. */
  readonly triggers: Set<string>;
}

interface PastOfSender extends SenderAttempts {
  /** The attempt that triggered the latest alert of each tally. */
  readonly last: Map<Tally, string>;
}

/** The alerts that were raised then by attempts that alert here, and how their cases were closed. */
interface PastAlert {
  readonly casesOf: Map<string, string[]>;
  /** By case; null while it is not closed. */
  readonly outcomes: Map<string, ReviewOutcome | null>;
}

/** A backtest under way. */
export interface BacktestState {
  readonly question: BacktestQuestion;
  readonly wanted: Tally;
  readonly against: Tally | null;
  /** How far back attempts count. */
  readonly longestWindowMs: number;
  readonly senders: Map<string, PastOfSender>;
  readonly lists: Readonly<Record<AlertList, FoundAlert[]>>;
  readonly counts: Record<AlertList, number>;
  readonly raised: PastAlert;
  attempts: number;
  /** The latest attempt without handle, tier and age of the account, in ms since 1970. */
  unindexedAtMs: number | null;
}

export const BACKTEST_PREFIXES = [senderStream(''), caseStream.prefix] as const;

export function startedBacktest(question: BacktestQuestion): BacktestState {
  const { definition, against } = question;
  return {
    question,
    wanted: emptyTally(definition),
    against: against && emptyTally(against),
    longestWindowMs: Math.max(definition.withinMs, against?.withinMs ?? 0),
    senders: new Map(),
    lists: { new: [], lost: [], both: [] },
    counts: { new: 0, lost: 0, both: 0 },
    raised: { casesOf: new Map(), outcomes: new Map() },
    attempts: 0,
    unindexedAtMs: null,
  };
}

const emptyTally = (definition: RuleDefinition): Tally => ({
  definition,
  alerts: 0,
  senders: 0,
  cases: 0,
  atRiskCents: 0,
  days: new Map(),
  triggers: new Set(),
});

const CASE_EVENTS: ReadonlySet<string> = new Set<CaseEvent['type']>([
  'SuspiciousTransactionRaised',
  'AlertTransactionsAdded',
  'CaseReviewed',
  'CaseReopened',
]);

/**
 * Whether a stored event can change the result: nothing else is decoded. Attempts count from a window before the period on;
 * what some conditions read follows from all that were ever made.
 */
export function isAsked(
  state: BacktestState,
  { type, stream, data }: { readonly type: string; readonly stream: string; readonly data: unknown },
): boolean {
  const { question } = state;
  if (CASE_EVENTS.has(type)) return true;
  if (type !== 'TransferRequested' && type !== 'TransferRefused') return false;
  if (stream === senderStream(question.reader)) return false;
  const atMs = attemptedAtMs(data);
  // The time of a damaged one is not known.
  if (atMs === null) return true;
  return atMs < question.toMs && atMs >= (askedSinceMs(state) ?? atMs);
}

/** The time before which nothing is asked for, in ms since 1970; null when the whole past is. */
export function askedSinceMs({ question, longestWindowMs }: BacktestState): number | null {
  return readsWholePast(question) ? null : question.fromMs - longestWindowMs;
}

function attemptedAtMs(data: unknown): number | null {
  const { requestedAt, refusedAt } = (data ?? {}) as Partial<Record<'requestedAt' | 'refusedAt', unknown>>;
  const at = requestedAt ?? refusedAt;
  return typeof at === 'string' ? Date.parse(at) || null : null;
}

const readsWholePast = ({ definition, against }: BacktestQuestion): boolean =>
  [definition, against].some((one) => askedIn(one?.where ?? {}).some(([asked]) => asked.readsWholePast));

/** Adds an event that is asked for, in the order of the log. */
export function addToBacktest(state: BacktestState, event: RecordedEvent): void {
  if (event.stream.startsWith(caseStream.prefix)) addCaseEvent(state, event as StreamEvent<CaseEvent>);
  else addSenderEvent(state, event as StreamEvent<SenderEvent>);
}

function addSenderEvent(state: BacktestState, event: StreamEvent<SenderEvent>): void {
  const { senders, question, longestWindowMs } = state;
  const past = senders.get(event.stream) ?? { ...noAttempts(), last: new Map<Tally, string>() };
  senders.set(event.stream, past);
  const attempt = addAttempt(past, event, longestWindowMs);
  if (!attempt) return;
  if (attempt.handle === null) state.unindexedAtMs = Math.max(state.unindexedAtMs ?? 0, attempt.atMs);
  if (attempt.atMs < question.fromMs || attempt.atMs >= question.toMs) return;
  state.attempts += 1;
  const uid = streamId(event.stream);
  const wanted = alertOf(state.wanted, past, uid);
  const against = state.against && alertOf(state.against, past, uid);
  const found = wanted ?? against;
  if (found) enlist(state, listOf(state, wanted, against), found);
}

/** Without a comparison, every alert is one of both. */
function listOf(
  { against }: BacktestState,
  wanted: FoundAlert | null,
  inForce: FoundAlert | null,
): AlertList {
  if (!wanted) return 'lost';
  return !against || inForce ? 'both' : 'new';
}

function enlist({ lists, counts }: BacktestState, list: AlertList, alert: FoundAlert): void {
  counts[list] += 1;
  lists[list].push(alert);
  if (lists[list].length > BACKTEST_LISTED_LIMIT) lists[list].shift();
}

/**
 * The alert of a definition at the sender's last attempt. It belongs to the case of the alert before it when that one's
 * trigger is among its attempts, as for live alerts; what is at risk counts each attempt once.
 */
function alertOf(tally: Tally, { attempts, last }: PastOfSender, uid: string): FoundAlert | null {
  const behind = attemptsBehind(tally.definition, attempts);
  const trigger = behind?.at(-1);
  if (!behind || !trigger) return null;
  const before = last.get(tally);
  const known = behind.findIndex(({ transferId }) => transferId === before);
  tally.alerts += 1;
  if (before === undefined) tally.senders += 1;
  if (known < 0) tally.cases += 1;
  tally.atRiskCents += acceptedCents(behind.slice(known + 1));
  tally.triggers.add(trigger.transferId);
  const day = dayOf(trigger.atMs);
  tally.days.set(day, (tally.days.get(day) ?? 0) + 1);
  last.set(tally, trigger.transferId);
  return {
    transferId: trigger.transferId,
    uid,
    atMs: trigger.atMs,
    amountCents: trigger.amountCents,
    measured: measureOf(tally.definition, behind),
    attempts: behind.length,
    attemptedCents: sumOf(behind),
    firstAtMs: behind[0]?.atMs ?? trigger.atMs,
  };
}

const sumOf = (attempts: readonly RuleAttempt[]): number =>
  attempts.reduce((sum, { amountCents }) => sum + amountCents, 0);

const acceptedCents = (attempts: readonly RuleAttempt[]): number =>
  sumOf(attempts.filter(({ refused }) => refused === null));

/** In UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function addCaseEvent({ wanted, against, raised }: BacktestState, event: StreamEvent<CaseEvent>): void {
  const { casesOf, outcomes } = raised;
  const id = streamId(event.stream);
  if (event.type === 'SuspiciousTransactionRaised' || event.type === 'AlertTransactionsAdded') {
    const { transactionId } = event.data;
    if (![wanted, against].some((tally) => tally?.triggers.has(transactionId))) return;
    casesOf.set(transactionId, [...(casesOf.get(transactionId) ?? []), id]);
    outcomes.set(id, outcomes.get(id) ?? null);
  }
  // Alerts come before the review of their case.
  if (event.type === 'CaseReviewed' && outcomes.has(id)) outcomes.set(id, event.data.outcome);
  if (event.type === 'CaseReopened' && outcomes.has(id)) outcomes.set(id, null);
}
