import type { RecordedEvent } from '../../../event-sourcing/event.js';
import type { CaseProposal, CaseStep } from '../../../kernel/staff/compliance.js';
import type { CaseEvent } from './case-events.rules.js';
import type { NameOf } from '../queue/people-names.js';

/** The entry of an event in a case's list. */
export async function caseStep(event: RecordedEvent<CaseEvent>, nameOf: NameOf): Promise<CaseStep> {
  const by = personOf(event);
  const { type, metadata } = event;
  return {
    type,
    at: metadata.at,
    by,
    name: by && (await nameOf(by)),
    text: textOf(event),
    outcome: type === 'CaseReviewed' || type === 'OutcomeProposed' ? event.data.outcome : null,
    assigneeName: type === 'CaseAssigned' && event.data.assignee ? await nameOf(event.data.assignee) : null,
    until: type === 'CaseSnoozed' ? event.data.until : null,
    seen: type === 'CaseReviewed' || type === 'OutcomeProposed' ? event.data.seen : null,
    report: type === 'ReportFiled' ? event.data.kind : null,
  };
}

/** The proposal that waits for a second person. */
export async function waitingProposal(
  events: readonly RecordedEvent<CaseEvent>[],
  nameOf: NameOf,
): Promise<CaseProposal | null> {
  const last = events.findLast(({ type }) => DECIDING.has(type));
  if (last?.type !== 'OutcomeProposed') return null;
  const { outcome, reason, pause, seen, by } = last.data;
  return { outcome, reason, pause, seen, by, name: await nameOf(by), at: last.metadata.at };
}

const DECIDING: ReadonlySet<CaseEvent['type']> = new Set([
  'OutcomeProposed',
  'ProposalReturned',
  'CaseReviewed',
  'CaseReopened',
]);

function personOf(event: RecordedEvent<CaseEvent>): string | null {
  switch (event.type) {
    case 'SuspiciousTransactionRaised':
    case 'AlertTransactionsAdded':
      return null;
    case 'CaseReviewed':
      return event.data.reviewedBy;
    default:
      return event.data.by;
  }
}

function textOf(event: RecordedEvent<CaseEvent>): string {
  switch (event.type) {
    case 'SuspiciousTransactionRaised':
    case 'AlertTransactionsAdded':
    case 'CaseAssigned':
      return '';
    case 'NoteAdded':
      return event.data.text;
    case 'CaseReviewed':
      return event.data.note;
    case 'ReportFiled':
      return event.data.reference;
    default:
      return event.data.reason;
  }
}
