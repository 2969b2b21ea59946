import type { CaseEvent } from '../compliance/case.decider.js';
import { caseEvents } from '../compliance/case.decider.js';
import { recorded } from '../event-sourcing/given-when-then.js';
import { caseDecisionsSaga } from './case-decisions.saga.js';

const [{ example: raised }] = caseEvents;
const reviewed = (outcome: 'suspicious' | 'cleared'): CaseEvent => ({
  type: 'CaseReviewed',
  data: { uid: 'ana', outcome, note: 'Seen', reviewedBy: 'lea', reviewedAt: '2026-11-20T12:00:00.000Z' },
});
const attempt = (transferId: string, refused: 'weekly_limit_exceeded' | null) =>
  ({ transferId, refused, amountCents: 2_000, at: '2026-11-20T12:00:00.000Z' }) as const;

function reactionsTo(outcome: 'suspicious' | 'cleared') {
  const opened: CaseEvent = {
    type: 'SuspiciousTransactionRaised',
    data: { ...raised, transactions: [attempt('t1', null), attempt('t2', 'weekly_limit_exceeded')] },
  };
  const state = caseDecisionsSaga.evolve(caseDecisionsSaga.initialState(), recorded(opened));
  return caseDecisionsSaga.react(recorded(reviewed(outcome), 1), state);
}

describe('the review of a case', () => {
  it('as suspicious stops its accepted transfers', () => {
    expect(reactionsTo('suspicious').map(({ command }) => command)).toEqual([
      { type: 'AdvanceTransfer', transferId: 't1', decision: { type: 'RequestCancel', cause: 'suspicious' } },
    ]);
  });

  it('as cleared stops nothing', () => {
    expect(reactionsTo('cleared')).toEqual([]);
  });
});
