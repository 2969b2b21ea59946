import { sampleAttempt } from '../../../../../test/support/sample-send.js';
import type { CaseEvent } from '../../review/cases/case-events.rules.js';
import { caseEvents } from '../../review/cases/case.events.js';
import { recorded } from '../../../../../test/support/given-when-then.js';
import type { ReviewOutcome } from '../../../kernel/staff/compliance.js';
import type { RuleAction } from '../../../kernel/staff/rules.js';
import { caseDecisionsSaga } from './case-decisions.saga.js';

const [{ example: raised }] = caseEvents;
const reviewed = (outcome: ReviewOutcome, pause = false): CaseEvent => ({
  type: 'CaseReviewed',
  data: {
    uid: 'ana',
    outcome,
    note: 'Seen',
    reviewedBy: 'lea',
    reviewedAt: '2026-11-20T12:00:00.000Z',
    proposedBy: 'robin',
    seen: '1',
    fourEyes: true,
    pause,
  },
});
const attempt = (transferId: string, refused: 'weekly_limit_exceeded' | null = null) =>
  sampleAttempt({ transferId, refused, at: '2026-11-20T12:00:00.000Z' });
const opened = (action: RuleAction): CaseEvent => ({
  type: 'SuspiciousTransactionRaised',
  data: {
    ...raised,
    uid: 'ana',
    action,
    transactions: [attempt('t1'), attempt('t2', 'weekly_limit_exceeded')],
  },
});
const place = { stream: 'case-c1' };

function reactionsTo(outcome: ReviewOutcome, pause = false) {
  const joined: CaseEvent = {
    type: 'AlertTransactionsAdded',
    data: { ...raised, transactions: [attempt('t3')] },
  };
  const state = [opened('flag'), joined].reduce(
    (before, event) => caseDecisionsSaga.evolve(before, recorded(event)),
    caseDecisionsSaga.initialState(),
  );
  return caseDecisionsSaga
    .react(recorded(reviewed(outcome, pause), 2, place), state)
    .map(({ command }) => command);
}
const holdsOf = (event: CaseEvent) =>
  caseDecisionsSaga.react(recorded(event, 0, place), new Set()).map(({ command }) => command);

describe('an alert', () => {
  it('of a rule that holds stops its accepted transfers', () => {
    expect(holdsOf(opened('hold'))).toEqual([
      { type: 'HoldTransfer', uid: 'ana', transferId: 't1', caseId: 'c1' },
    ]);
  });

  it('that joins a case stops the transfers it adds', () => {
    const data = { ...raised, uid: 'ana', action: 'hold', transactions: [attempt('t4')] } as const;
    expect(holdsOf({ type: 'AlertTransactionsAdded', data })).toEqual([
      { type: 'HoldTransfer', uid: 'ana', transferId: 't4', caseId: 'c1' },
    ]);
  });

  it('of a rule that flags stops nothing', () => {
    expect(holdsOf(opened('flag'))).toEqual([]);
  });
});

const because = { causeId: 'c1', cause: 'case', reason: 'Seen', by: 'lea', uid: 'ana' };
const ends = { type: 'ResumeSending', ...because };

describe('the review of a case', () => {
  const cancelled = ['t1', 't3'].map((transferId) => ({
    type: 'AdvanceTransfer',
    transferId,
    decision: { type: 'RequestCancel', cause: 'suspicious' },
  }));

  it('as suspicious stops its accepted transfers', () => {
    expect(reactionsTo('suspicious')).toEqual([...cancelled, ends]);
  });

  it('as suspicious with a pause also pauses the sender', () => {
    expect(reactionsTo('suspicious', true)).toEqual([...cancelled, { type: 'PauseSending', ...because }]);
  });

  it.each(['cleared', 'false_match'] as const)(
    'as %s releases what the case holds, and ends the pause of an earlier review',
    (outcome) => {
      const released = ['t1', 't3'].map((transferId) => ({
        type: 'AdvanceTransfer',
        transferId,
        decision: { type: 'ReleaseHold', caseId: 'c1', by: 'review', note: '' },
      }));
      expect(reactionsTo(outcome)).toEqual([...released, ends]);
    },
  );

  it('is all that acts: a note does nothing', () => {
    const said: CaseEvent = { type: 'NoteAdded', data: { uid: 'ana', text: 'Seen', by: 'lea' } };
    expect(holdsOf(said)).toEqual([]);
  });
});
