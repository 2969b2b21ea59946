import type { BacktestAlert, BacktestFigures, BacktestResult } from '../../../kernel/staff/backtests.js';
import type { ReviewOutcome } from '../../../kernel/staff/compliance.js';
import { formatAmount } from '../../../kernel/money/money.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';
import { dayOf, type AlertList, type BacktestState, type FoundAlert } from './backtest.rules.js';

const DAY_MS = 24 * 60 * 60_000;

/** An alert without the name of its sender, which is looked up when it is read. */
export type StoredAlert = Omit<BacktestAlert, 'senderName'>;

/** A result as it is kept: without names. */
export type StoredResult = Omit<BacktestResult, AlertList> & Readonly<Record<AlertList, StoredAlert[]>>;

type Tally = BacktestState['wanted'];

/** The result of everything that was read; the days end with the present one. */
export function resultOf(state: BacktestState, unreadable: number, nowMs: number): StoredResult {
  const { question, wanted, against, lists, counts, attempts, unindexedAtMs } = state;
  const days = daysOf(question.fromMs, Math.min(question.toMs, nowMs));
  const listed = (list: AlertList, definition = question.definition) =>
    lists[list]
      .toSorted((one, other) => other.atMs - one.atMs)
      .map((alert) => alertOf(alert, state, definition));
  return {
    ...figuresOf(wanted, state, days),
    attempts,
    unreadable,
    against: against && figuresOf(against, state, days),
    new: listed('new'),
    lost: listed('lost', against?.definition),
    both: listed('both'),
    newCount: counts.new,
    lostCount: counts.lost,
    indexedFrom: unindexedAtMs === null ? null : dayOf(unindexedAtMs),
  };
}

function figuresOf(tally: Tally, { raised }: BacktestState, days: readonly string[]): BacktestFigures {
  const { alerts, senders, cases, atRiskCents } = tally;
  const closed = [...raised.casesOf]
    .filter(([trigger]) => tally.triggers.has(trigger))
    .map(([, ids]) => ids.flatMap((id) => raised.outcomes.get(id) ?? []))
    .filter((outcomes) => outcomes.length > 0);
  const suspicious = closed.filter((outcomes) => outcomes.includes('suspicious')).length;
  return {
    alerts,
    senders,
    cases,
    atRisk: formatAmount(atRiskCents),
    days: days.map((day) => ({ day, alerts: tally.days.get(day) ?? 0 })),
    reviewed: closed.length,
    suspicious,
    suspiciousShare: closed.length === 0 ? null : suspicious / closed.length,
  };
}

function daysOf(fromMs: number, toMs: number): readonly string[] {
  if (toMs <= fromMs) return [];
  const first = Date.parse(dayOf(fromMs));
  const count = Math.floor((toMs - 1 - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => dayOf(first + index * DAY_MS));
}

function alertOf(
  { atMs, firstAtMs, amountCents, attemptedCents, measured, ...alert }: FoundAlert,
  { raised }: BacktestState,
  { measure }: RuleDefinition,
): StoredAlert {
  const caseId = raised.casesOf.get(alert.transferId)?.at(-1) ?? null;
  const outcome: ReviewOutcome | null = (caseId !== null && raised.outcomes.get(caseId)) || null;
  return {
    ...alert,
    caseId,
    outcome,
    at: new Date(atMs).toISOString(),
    firstAt: new Date(firstAtMs).toISOString(),
    amount: formatAmount(amountCents),
    attempted: formatAmount(attemptedCents),
    measured: measure === 'amount' ? formatAmount(measured) : String(measured),
  };
}
