import type { Backtest, BacktestAlert, BacktestResult } from '@kernel/staff/backtests';
import type { RuleDefinitionOnWire } from '@kernel/staff/rule-views';
import { json, type Responses } from './rendered-app';

export const BACKTEST_ID = '3d4f2a1b-8c5e-4f60-9a7b-2c1d0e9f8a76';

export const wireRule: RuleDefinitionOnWire = {
  name: 'Structuring',
  where: { amount: { from: '200.00', below: '250.00' } },
  measure: 'attempts',
  atLeast: '2',
  within: 'P1D',
  action: 'flag',
};

/** An alert of H••• L••••• with the given changes. */
export function alertOf(changes: Partial<BacktestAlert> = {}): BacktestAlert {
  return {
    transferId: '0b1e2c3d-4f50-4a61-8b72-93a4b5c6d7e8',
    uid: 'ana',
    senderName: 'H••• L•••••',
    at: '2026-11-19T20:05:00.000Z',
    firstAt: '2026-11-19T13:00:00.000Z',
    amount: '192.00',
    measured: '2',
    attempts: 2,
    attempted: '384.00',
    caseId: null,
    outcome: null,
    ...changes,
  };
}

const figures = {
  alerts: 22,
  senders: 17,
  cases: 18,
  atRisk: '7020.00',
  reviewed: 17,
  suspicious: 7,
  suspiciousShare: 0.41,
  days: [{ day: '2026-11-19', alerts: 22 }],
};

/** Of 31 alerts in 96,412 attempts, compared with a version that has 22. */
export function resultOf(changes: Partial<BacktestResult> = {}): BacktestResult {
  return {
    alerts: 31,
    senders: 21,
    cases: 24,
    atRisk: '9184.50',
    reviewed: 18,
    suspicious: 8,
    suspiciousShare: 0.44,
    days: [{ day: '2026-11-19', alerts: 31 }],
    attempts: 96_412,
    unreadable: 0,
    against: figures,
    indexedFrom: null,
    new: [alertOf()],
    lost: [],
    both: [],
    newCount: 11,
    lostCount: 2,
    ...changes,
  };
}

export function backtestOf(changes: Partial<Backtest> = {}): Backtest {
  return {
    id: BACKTEST_ID,
    definition: wireRule,
    progress: 1,
    state: 'done',
    result: resultOf(),
    from: '2026-10-25T00:00:00.000Z',
    to: '2026-11-24T00:00:00.000Z',
    ...changes,
  };
}

/** The server of a backtest that is in the given state whenever it is read. */
export const backtestRoutes = (read: () => Backtest = backtestOf): Responses => ({
  'POST /compliance/backtests': () => json({ id: BACKTEST_ID }, 202),
  [`GET /compliance/backtests/${BACKTEST_ID}`]: () => json(read()),
});
