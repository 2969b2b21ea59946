import type { CaseEvent } from '../compliance/case.decider.js';
import type { RecordedEvent } from '../event-sourcing/event.js';
import type { Saga } from '../event-sourcing/saga.js';
import type { Advance } from './lifecycle.saga.js';

/** The accepted transfers of a case. */
type CaseTransfers = ReadonlySet<string>;

/** Stops what is not sent yet of a case that was found suspicious (docs/money.md). */
export const caseDecisionsSaga: Saga<CaseTransfers, Advance> = {
  name: 'case-decisions',
  startAt: 'head',
  prefixes: ['case-'],
  stateStream: ({ type, stream }) => (type === 'CaseReviewed' ? stream : null),
  initialState: () => new Set(),
  evolve(state, event) {
    const fact = event as RecordedEvent<CaseEvent>;
    if (fact.type === 'CaseReviewed') return state;
    const accepted = fact.data.transactions.filter(({ refused }) => refused === null);
    return new Set([...state, ...accepted.map(({ transferId }) => transferId)]);
  },
  react(event, transfers) {
    const fact = event as RecordedEvent<CaseEvent>;
    if (fact.type !== 'CaseReviewed' || fact.data.outcome !== 'suspicious') return [];
    return [...transfers].map((transferId) => ({
      parts: [event.id, transferId],
      command: {
        type: 'AdvanceTransfer',
        transferId,
        decision: { type: 'RequestCancel', cause: 'suspicious' },
      },
    }));
  },
};
