import type { CaseEvent } from '../compliance/case.decider.js';
import { streamId, type RecordedEvent } from '../../event-sourcing/event.js';
import type { Reaction, Saga } from '../../event-sourcing/saga.js';
import type { ReviewOutcome } from '../../kernel/compliance.js';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import type { Advance } from './lifecycle.saga.js';

/** Keeps a transfer of an alert from being charged or paid out. */
export interface Hold {
  readonly type: 'HoldTransfer';
  readonly uid: string;
  readonly transferId: string;
  readonly caseId: string;
}

/** The accepted transfers of a case. */
type CaseTransfers = ReadonlySet<string>;

/**
 * What a case does to its transfers (docs/money.md): an alert of a holding rule holds them, a review as clear releases
 * them, a review as suspicious cancels those that are not paid out yet.
 */
export const caseDecisionsSaga: Saga<CaseTransfers, Advance | Hold> = {
  name: 'case-decisions',
  startAt: 'head',
  prefixes: ['case-'],
  stateStream: ({ type, stream }) => (type === 'CaseReviewed' ? stream : null),
  initialState: () => new Set(),
  evolve(state, event) {
    const fact = event as RecordedEvent<CaseEvent>;
    return fact.type === 'CaseReviewed' ? state : new Set([...state, ...acceptedOf(fact)]);
  },
  react(event, transfers) {
    const fact = event as RecordedEvent<CaseEvent>;
    const caseId = streamId(event.stream);
    if (fact.type !== 'CaseReviewed') return fact.data.action === 'hold' ? holds(fact, caseId) : [];
    const decision = DECISIONS[fact.data.outcome](caseId);
    return [...transfers].map((transferId) => ({
      commandIdParts: [event.id, transferId],
      command: { type: 'AdvanceTransfer', transferId, decision },
    }));
  },
};

const DECISIONS: Readonly<Record<ReviewOutcome, (caseId: string) => UndatedLifecycleCommand>> = {
  cleared: (caseId) => ({ type: 'ReleaseHold', caseId, by: 'review', note: '' }),
  suspicious: () => ({ type: 'RequestCancel', cause: 'suspicious' }),
};

type AlertEvent = Exclude<RecordedEvent<CaseEvent>, { readonly type: 'CaseReviewed' }>;

const acceptedOf = ({ data }: AlertEvent): readonly string[] =>
  data.transactions.filter(({ refused }) => refused === null).map(({ transferId }) => transferId);

function holds(event: AlertEvent, caseId: string): readonly Reaction<Hold>[] {
  const { uid } = event.data;
  return acceptedOf(event).map((transferId) => ({
    commandIdParts: [event.id, transferId],
    command: { type: 'HoldTransfer', uid, transferId, caseId },
  }));
}
