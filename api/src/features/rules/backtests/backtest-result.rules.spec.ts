import { recorded } from '../../../../../test/support/given-when-then.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';
import type { CaseEvent } from '../../review/cases/case-events.rules.js';
import { caseEvents } from '../../review/cases/case.events.js';
import { transferEvents } from '../../transfers/sending/transfer.events.js';
import { addToBacktest, isAsked, startedBacktest, type BacktestQuestion } from './backtest.rules.js';
import { resultOf } from './backtest-result.rules.js';

const [{ example: requested }] = transferEvents;
const [{ example: alert }, , { example: review }] = caseEvents;
const START_MS = Date.parse('2026-11-18T23:00:00.000Z');
const HOUR_MS = 60 * 60_000;
const every: RuleDefinition = {
  name: 'Every',
  where: {},
  measure: 'amount',
  atLeast: 1,
  withinMs: 0,
  action: 'flag',
};
const question: BacktestQuestion = {
  definition: every,
  against: null,
  reader: 'robin',
  fromMs: START_MS,
  toMs: START_MS + 50 * HOUR_MS,
};

/** An attempt some hours after the start. */
function attempt(transferId: string, afterHours: number, changes: object = {}, uid = 'ana') {
  const requestedAt = new Date(START_MS + afterHours * HOUR_MS).toISOString();
  const data = { ...requested, transferId, requestedAt, ...changes };
  return { event: { type: 'TransferRequested', data }, stream: `sender-${uid}` } as const;
}
const ofCase = (id: string, event: Pick<CaseEvent, 'type'> & { readonly data: object }) => ({
  event,
  stream: `case-${id}`,
});
const raised = (id: string, transactionId: string) =>
  ofCase(id, { type: 'SuspiciousTransactionRaised', data: { ...alert, transactionId, mode: 'live' } });
const reviewed = (id: string, outcome: string) =>
  ofCase(id, { type: 'CaseReviewed', data: { ...review, outcome } });
const reopened = (id: string) =>
  ofCase(id, { type: 'CaseReopened', data: { uid: 'ana', reason: 'New', by: 'irene' } });

type Fact = { readonly event: { readonly type: string; readonly data: object }; readonly stream: string };

function resultAfter(facts: readonly Fact[], changes: Partial<BacktestQuestion> = {}, nowMs = Infinity) {
  const state = startedBacktest({ ...question, ...changes });
  facts.forEach(({ event, stream }, place) => {
    const one = recorded(event, place, { stream }) as RecordedEvent;
    if (isAsked(state, one)) addToBacktest(state, one);
  });
  return resultOf(state, 0, nowMs);
}

it('shows the share of the reviewed alerts that a review called suspicious', () => {
  const facts = [
    ...[attempt('t1', 1), attempt('t2', 2), attempt('t3', 3), attempt('t4', 4)],
    ...[raised('a', 't1'), raised('b', 't2'), raised('c', 't3')],
  ];
  expect(resultAfter(facts)).toMatchObject({ alerts: 4, reviewed: 0, suspicious: 0, suspiciousShare: null });
  const closed = [...facts, reviewed('a', 'suspicious'), reviewed('b', 'cleared')];
  expect(resultAfter(closed)).toMatchObject({ reviewed: 2, suspicious: 1, suspiciousShare: 0.5 });
  expect(resultAfter([...closed, reopened('a')])).toMatchObject({ reviewed: 1, suspicious: 0 });
  const { both } = resultAfter(closed);
  expect(both.map(({ transferId, caseId, outcome }) => [transferId, caseId, outcome])).toEqual([
    ['t4', null, null],
    ['t3', 'c', null],
    ['t2', 'b', 'cleared'],
    ['t1', 'a', 'suspicious'],
  ]);
});

it('counts by the day in UTC, up to the present one', () => {
  const facts = [attempt('t1', 0.5), attempt('t2', 1), attempt('t3', 49.999)];
  expect(resultAfter(facts).days).toEqual([
    { day: '2026-11-18', alerts: 1 },
    { day: '2026-11-19', alerts: 1 },
    { day: '2026-11-20', alerts: 0 },
    { day: '2026-11-21', alerts: 1 },
  ]);
  expect(resultAfter(facts, {}, START_MS + 2 * HOUR_MS).days.map(({ day }) => day)).toEqual([
    '2026-11-18',
    '2026-11-19',
  ]);
  expect(resultAfter([], {}, START_MS).days).toEqual([]);
});

it('has the first instant of its period, and not the one that follows it', () => {
  const facts = [
    attempt('t1', -1 / HOUR_MS),
    attempt('t2', 0),
    attempt('t3', 50 - 1 / HOUR_MS),
    attempt('t4', 50),
  ];
  const { attempts, both } = resultAfter(facts);
  expect([attempts, both.map(({ transferId }) => transferId)]).toEqual([2, ['t3', 't2']]);
});

it('leaves out who runs it, and lists the latest thousand', () => {
  const facts = Array.from({ length: 1_001 }, (_, place) => attempt(`t${place}`, place / 100));
  const { alerts, senders, both } = resultAfter([...facts, attempt('own', 1, {}, 'robin')]);
  expect([alerts, senders, both.length]).toEqual([1_001, 1, 1_000]);
  expect([both[0]?.transferId, both.at(-1)?.transferId]).toEqual(['t1000', 't1']);
});

it('names the last day on which handle, tier and age of the account were not recorded', () => {
  const old = { handleIndex: null, registeredAt: null, tier: null };
  expect(resultAfter([attempt('t1', 1)]).indexedFrom).toBeNull();
  expect(resultAfter([attempt('t1', 0, old), attempt('t2', 2, old), attempt('t3', 30)]).indexedFrom).toBe(
    '2026-11-19',
  );
});

it('has each day of its period, and none that only begins at its end', () => {
  const midnight = START_MS + HOUR_MS;
  const daysUntil = (toMs: number) => resultAfter([], { toMs }).days.map(({ day }) => day);
  expect(daysUntil(midnight)).toEqual(['2026-11-18']);
  expect(daysUntil(midnight + 1)).toEqual(['2026-11-18', '2026-11-19']);
});
