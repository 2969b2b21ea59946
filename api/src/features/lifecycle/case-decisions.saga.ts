import type {
  AlertTransactionsAdded,
  CaseEvent,
  SuspiciousTransactionRaised,
} from '../compliance/case.decider.js';
import { streamId, type StreamEvent } from '../../event-sourcing/event.js';
import { evolveBy } from '../../event-sourcing/evolve.js';
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
export const caseDecisionsSaga: Saga<CaseTransfers, Advance | Hold, CaseEvent> = {
  name: 'case-decisions',
  startAt: 'head',
  prefixes: ['case-'],
  stateStream: ({ type, stream }) => (type === 'CaseReviewed' ? stream : null),
  initialState: () => new Set(),
  evolve: evolveBy<CaseTransfers, AlertEvent>({
    SuspiciousTransactionRaised: (state, event) => new Set([...state, ...acceptedOf(event)]),
    AlertTransactionsAdded: (state, event) => new Set([...state, ...acceptedOf(event)]),
  }),
  react(event, transfers) {
    const caseId = streamId(event.stream);
    if (event.type !== 'CaseReviewed') return event.data.action === 'hold' ? holds(event, caseId) : [];
    const decision = DECISIONS[event.data.outcome](caseId);
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

type AlertEvent = SuspiciousTransactionRaised | AlertTransactionsAdded;

const acceptedOf = ({ data }: StreamEvent<AlertEvent>): readonly string[] =>
  data.transactions.filter(({ refused }) => refused === null).map(({ transferId }) => transferId);

function holds(event: StreamEvent<AlertEvent>, caseId: string): readonly Reaction<Hold>[] {
  const { uid } = event.data;
  return acceptedOf(event).map((transferId) => ({
    commandIdParts: [event.id, transferId],
    command: { type: 'HoldTransfer', uid, transferId, caseId },
  }));
}
