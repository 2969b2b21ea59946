import type { DecidedCommand } from '../../../event-sourcing/decider.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { ReportKind, ReviewOutcome } from '../../../kernel/staff/compliance.js';
import type {
  CaseAssigned,
  CaseEvent,
  CaseReopened,
  CaseReviewed,
  CaseSnoozed,
  NoteAdded,
  OutcomeProposed,
  ProposalReturned,
  ReportFiled,
} from './case-events.rules.js';
import { atRiskCentsOf, firstAttemptAt, type CaseState } from './case-state.rules.js';

/** A case rests for at most this long. */
export const SNOOZE_LIMIT_MS = 30 * 24 * 60 * 60 * 1_000;

/** The clock of a device that names the time of a report may be ahead by this much. */
const DEVICE_AHEAD_MS = 10 * 60 * 1_000;

/** The state of a case that its decider had seen. */
export interface Seen {
  /** Position of their page. */
  readonly seen: string;
  /** Revision of the last event of the case up to there. */
  readonly seenRevision: bigint;
}

/** Outcomes with at least this much at risk need a second person, suspicious ones always. */
interface Threshold {
  readonly fourEyesCents: number;
}

/** A step of a member of staff with a case. */
export type StaffAction =
  | { readonly type: 'assign'; readonly assignee: string | null }
  | { readonly type: 'snooze'; readonly until: string; readonly reason: string }
  | { readonly type: 'note'; readonly text: string }
  | ({
      readonly type: 'propose';
      readonly outcome: ReviewOutcome;
      readonly reason: string;
      readonly pause: boolean;
    } & Seen &
      Threshold)
  | ({ readonly type: 'approve' } & Seen & Threshold)
  | { readonly type: 'return'; readonly reason: string }
  | ({ readonly type: 'review'; readonly outcome: ReviewOutcome; readonly note: string } & Threshold)
  | { readonly type: 'reopen'; readonly reason: string }
  | ({ readonly type: 'report' } & Report);

export type StaffCommand = DecidedCommand &
  StaffAction & {
    /** The uid of who acts. */
    readonly by: string;
    /** An assignee who cannot work on cases any more: theirs are unassigned. */
    readonly left: string | null;
  };

type Of<Type extends StaffAction['type']> = Extract<StaffCommand, { readonly type: Type }>;

/** @throws not_found, also for a case about the person who acts: staff never learn of one about their own account */
export function decideForStaff(command: StaffCommand, state: CaseState): readonly CaseEvent[] {
  if (state.status === 'none' || state.uid === command.by) throw new DomainError('not_found');
  // The table has the decision of each type of command.
  return (DECISIONS[command.type] as Decision<StaffAction['type']>)(command, state);
}

type Decision<Type extends StaffAction['type']> = (
  command: Of<Type>,
  state: CaseState,
) => readonly CaseEvent[];

const DECISIONS: { readonly [Type in StaffAction['type']]: Decision<Type> } = {
  assign,
  snooze,
  propose,
  approve,
  review,
  reopen,
  report,
  note: addNote,
  return: returnProposal,
};

function assign({ assignee, by }: Of<'assign'>, state: CaseState): readonly CaseAssigned[] {
  requireOpen(state);
  if (assignee === state.uid) throw new DomainError('not_assignable');
  if (state.assignee === assignee) return [];
  return [assigned(state, assignee, by)];
}

function snooze(command: Of<'snooze'>, state: CaseState): readonly CaseEvent[] {
  const { until, reason, by, at } = command;
  requireOpen(state);
  if (state.proposal) throw new DomainError('already_proposed');
  if (state.rest?.until === until && state.rest.reason === reason) return [];
  const restMs = Date.parse(until) - Date.parse(at);
  if (restMs <= 0 || restMs > SNOOZE_LIMIT_MS) throw new DomainError('snooze_out_of_range');
  const snoozed: CaseSnoozed = { type: 'CaseSnoozed', data: { uid: state.uid, until, reason, by } };
  return [...firstAction(command, state), snoozed];
}

function addNote(command: Of<'note'>, state: CaseState): readonly CaseEvent[] {
  const { text, by } = command;
  const added: NoteAdded = { type: 'NoteAdded', data: { uid: state.uid, text, by } };
  return state.status === 'open' ? [...firstAction(command, state), added] : [added];
}

function propose(command: Of<'propose'>, state: CaseState): readonly CaseEvent[] {
  requireSeen(command, state);
  requireOpen(state);
  const { outcome, reason, seen, by } = command;
  if (state.proposal && state.proposal.by !== by) throw new DomainError('already_proposed');
  const pause = command.pause && outcome === 'suspicious';
  if (state.proposal && isSame(state.proposal, { outcome, reason, pause })) return [];
  const fourEyes = needsSecondPerson(command, state);
  const data = { uid: state.uid, outcome, reason, pause, seen, by, fourEyes };
  const proposed: OutcomeProposed = { type: 'OutcomeProposed', data };
  return [...firstAction(command, state), proposed];
}

function isSame(one: OutcomeProposed['data'], other: Pick<Of<'propose'>, 'outcome' | 'reason' | 'pause'>) {
  return one.outcome === other.outcome && one.reason === other.reason && one.pause === other.pause;
}

function approve(command: Of<'approve'>, state: CaseState): readonly CaseReviewed[] {
  requireSeen(command, state);
  requireOpen(state);
  const { seen, by, at, fourEyesCents } = command;
  const { outcome, reason, pause, by: proposedBy } = proposalFor(by, state);
  // Attempts that joined the case since the proposal count as well.
  const fourEyes = needsSecondPerson({ outcome, fourEyesCents }, state);
  const reviewed = { uid: state.uid, outcome, note: reason, reviewedBy: by, reviewedAt: at };
  return [{ type: 'CaseReviewed', data: { ...reviewed, proposedBy, seen, pause, fourEyes } }];
}

function returnProposal({ reason, by }: Of<'return'>, state: CaseState): readonly ProposalReturned[] {
  requireOpen(state);
  proposalFor(by, state);
  return [{ type: 'ProposalReturned', data: { uid: state.uid, reason, by } }];
}

function review(command: Of<'review'>, state: CaseState): readonly CaseEvent[] {
  requireOpen(state);
  if (state.proposal) throw new DomainError('already_proposed');
  if (needsSecondPerson(command, state)) throw new DomainError('needs_second_person');
  const { outcome, note, by, at } = command;
  const reviewed = { uid: state.uid, outcome, note, reviewedBy: by, reviewedAt: at };
  const alone = { proposedBy: null, seen: null, pause: false, fourEyes: false };
  return [...firstAction(command, state), { type: 'CaseReviewed', data: { ...reviewed, ...alone } }];
}

function reopen({ reason, by }: Of<'reopen'>, state: CaseState): readonly CaseReopened[] {
  if (state.status !== 'reviewed') throw new DomainError('case_not_reviewed');
  return [{ type: 'CaseReopened', data: { uid: state.uid, reason, by } }];
}

/** The first report is filed once; afterwards it is amended, or continued about what was reviewed again. */
function report(command: Of<'report'>, state: CaseState): readonly ReportFiled[] {
  const { kind, reference, filedAt, by } = command;
  const { uid, lastReport } = state;
  if (lastReport && isSameReport(lastReport, command)) return [];
  requireReportable(kind, state);
  if (Date.parse(filedAt) - Date.parse(command.at) > DEVICE_AHEAD_MS)
    throw new DomainError('filed_in_future');
  if (filedAt < firstAttemptAt(state)) throw new DomainError('filed_before_attempts');
  return [{ type: 'ReportFiled', data: { uid, kind, reference, filedAt, by } }];
}

type Report = Pick<ReportFiled['data'], 'kind' | 'reference' | 'filedAt'>;

const isSameReport = (one: Report, other: Report): boolean =>
  one.kind === other.kind && one.reference === other.reference && one.filedAt === other.filedAt;

/** A filed report can be corrected whatever became of its case. */
function requireReportable(kind: ReportKind, { lastReport, status, outcome }: CaseState): void {
  if (kind === 'initial' && lastReport) throw new DomainError('report_filed');
  if (kind !== 'initial' && !lastReport) throw new DomainError('no_report_filed');
  if (kind === 'amended') return;
  if (status !== 'reviewed' || outcome !== 'suspicious') throw new DomainError('no_report_due');
}

function requireOpen({ status }: CaseState): void {
  if (status === 'reviewed') throw new DomainError('case_already_reviewed');
}

/** Refuses a decision about a case that others have changed since; one's own changes do not count. */
function requireSeen({ seenRevision, by }: Seen & { readonly by: string }, { changes }: CaseState): void {
  const unseen = changes.filter((change) => change.revision > seenRevision && change.by !== by);
  if (unseen.length === 0) return;
  const unseenChanges = unseen.map(({ type, by: other, at }) => ({ type, by: other, at }));
  throw new DomainError('case_changed', {}, { details: { changes: unseenChanges } });
}

/** The proposal for a second person. */
function proposalFor(by: string, { proposal }: CaseState): OutcomeProposed['data'] {
  if (!proposal) throw new DomainError('nothing_proposed');
  if (proposal.by === by) throw new DomainError('needs_second_person');
  return proposal;
}

function needsSecondPerson(
  { outcome, fourEyesCents }: Threshold & { readonly outcome: ReviewOutcome },
  state: CaseState,
): boolean {
  return outcome === 'suspicious' || atRiskCentsOf(state) >= fourEyesCents;
}

/** The first person who acts on an unassigned case takes it. */
function firstAction(
  { by, left }: Pick<StaffCommand, 'by' | 'left'>,
  state: CaseState,
): readonly CaseAssigned[] {
  return state.assignee === null || state.assignee === left ? [assigned(state, by, by)] : [];
}

function assigned({ uid }: CaseState, assignee: string | null, by: string): CaseAssigned {
  return { type: 'CaseAssigned', data: { uid, assignee, by } };
}
