import type { AlertEvent, CaseEvent, CaseReviewed } from '../../review/cases/case-events.rules.js';
import { streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import { evolveBy } from '../../../event-sourcing/evolve.js';
import type { Reaction, Saga } from '../../../event-sourcing/saga.js';
import type { ReviewOutcome } from '../../../kernel/staff/compliance.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import type { Advance } from '../worker/lifecycle.saga.js';
import type { Pause } from './pause.rules.js';

/** Keeps a transfer of an alert from being charged or paid out. */
export interface Hold {
  readonly type: 'HoldTransfer';
  readonly uid: string;
  readonly transferId: string;
  readonly caseId: string;
}

export type CaseDecision = Advance | Hold | Pause;

/** The accepted transfers of a case. */
type CaseTransfers = ReadonlySet<string>;

/**
 * What a case does to its transfers and its sender (docs/money.md): an alert of a holding rule holds the transfers; a review
 * as clear or as a false match releases them, one as suspicious cancels those that are not paid out yet. The sender is paused
 * by a review that says so, until another review of the case does not.
 */
export const caseDecisionsSaga: Saga<CaseTransfers, CaseDecision, CaseEvent> = {
  name: 'case-decisions',
  startAt: 'head',
  prefixes: ['case-'],
  needsState: ({ type }) => type === 'CaseReviewed',
  initialState: () => new Set(),
  evolve: evolveBy<CaseTransfers, AlertEvent>({
    SuspiciousTransactionRaised: (state, event) => new Set([...state, ...acceptedOf(event)]),
    AlertTransactionsAdded: (state, event) => new Set([...state, ...acceptedOf(event)]),
  }),
  react(event, transfers) {
    switch (event.type) {
      case 'CaseReviewed':
        return [...decisions(event, transfers), pauseOf(event)];
      case 'SuspiciousTransactionRaised':
      case 'AlertTransactionsAdded':
        return event.data.action === 'hold' ? holds(event) : [];
      default:
        return [];
    }
  },
};

const released = (caseId: string): UndatedLifecycleCommand => ({
  type: 'ReleaseHold',
  caseId,
  by: 'review',
  note: '',
});
const DECISIONS: Readonly<Record<ReviewOutcome, (caseId: string) => UndatedLifecycleCommand>> = {
  cleared: released,
  false_match: released,
  suspicious: () => ({ type: 'RequestCancel', cause: 'suspicious' }),
};

function decisions(event: StreamEvent<CaseReviewed>, transfers: CaseTransfers): readonly Reaction<Advance>[] {
  const decision = DECISIONS[event.data.outcome](streamId(event.stream));
  return [...transfers].map((transferId) => ({
    commandIdParts: [event.id, transferId],
    command: { type: 'AdvanceTransfer', transferId, decision },
  }));
}

function pauseOf({ id, stream, data }: StreamEvent<CaseReviewed>): Reaction<Pause> {
  const { uid, note: reason, reviewedBy: by, pause } = data;
  const cause = { causeId: streamId(stream), cause: 'case', reason, by, uid } as const;
  const type = pause ? 'PauseSending' : 'ResumeSending';
  return { commandIdParts: [id, 'pause'], command: { type, ...cause } };
}

const acceptedOf = ({ data }: StreamEvent<AlertEvent>): readonly string[] =>
  data.transactions.filter(({ refused }) => refused === null).map(({ transferId }) => transferId);

function holds(event: StreamEvent<AlertEvent>): readonly Reaction<Hold>[] {
  const caseId = streamId(event.stream);
  const { uid } = event.data;
  return acceptedOf(event).map((transferId) => ({
    commandIdParts: [event.id, transferId],
    command: { type: 'HoldTransfer', uid, transferId, caseId },
  }));
}
