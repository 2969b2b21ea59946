/** What members of staff do: look at personal data, export, or act. */
export const AUDIT_KINDS = ['look', 'action', 'export'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** What can be asked for by name, in the areas in which a page lists it. */
export const AUDIT_ACTIONS = {
  looks: ['HistoryReplayed', 'SendersSearched', 'PersonalDataRevealed'],
  exports: ['ExportMade'],
  cases: [
    'CaseAssigned',
    'CaseSnoozed',
    'NoteAdded',
    'OutcomeProposed',
    'ProposalReturned',
    'CaseReviewed',
    'CaseReopened',
    'ReportFiled',
  ],
  rules: [
    'RuleDrafted',
    'RuleDraftDiscarded',
    'RuleDraftReturned',
    'RuleActivated',
    'RulePaused',
    'RuleRetireRequested',
    'RuleRetired',
    'BacktestStarted',
  ],
  holds: ['HoldPlaced', 'HoldReleased'],
  senders: [
    'SendingPaused',
    'ResumeRequested',
    'SendingResumed',
    'AccountSuspended',
    'ReinstatementRequested',
    'AccountReinstated',
    'LegalHoldPlaced',
    'LegalHoldLifted',
    'AccountErased',
    'KycStatusChanged',
  ],
  roles: ['RoleGranted', 'RoleRevoked', 'SecondFactorRemoved'],
  payouts: [
    'PayoutSubmitted',
    'PayoutClaimed',
    'PayoutGivenBack',
    'PayoutOutcomeProposed',
    'PayoutConfirmed',
    'PayoutFailed',
    'PayoutReleased',
    'ContradictionResolved',
    'LossResolved',
    'DifferenceSettled',
    'ProblemResolved',
    'RefundSettlementProposed',
    'RefundSettlementReleased',
    'RefundSettled',
    'StrayRefundProposed',
    'StrayRefundRequested',
    'StrayClosed',
  ],
} as const;

/** `operator:{name}`: who administers on the command line has no account. */
export const COMMAND_LINE_PERSON = 'operator:';

/** One event of a member of staff; it has no personal text. */
export class AuditEntry {
  /** Of the event in the log. @example "00000000000000184655" */
  readonly position!: string;
  readonly at!: string;
  readonly kind!: AuditKind;
  /** The type of the event. @example "OutcomeProposed" */
  readonly action!: string;
  /** The uid of who did it, or `operator:` and a name for the command line. */
  readonly person!: string;
  /** The sender or account that it is about; null for none, or several. */
  readonly uid!: string | null;
  readonly caseId!: string | null;
  readonly transferId!: string | null;
  readonly stream!: string;
  /** Number of the event in its stream. @example "12" */
  readonly revision!: string;
  /** What the event says besides; nothing personal. @example {"outcome": "suspicious"} */
  readonly facts!: Readonly<Record<string, string>>;
}

/** An event as a page shows it. */
export class AuditItem extends AuditEntry {
  /** Null for an account that is erased, and for the command line. */
  readonly personName!: string | null;
  /** Of the account that it is about, masked; null without one. */
  readonly subjectName!: string | null;
  /** Names of the members of staff in the facts, by the fact. @example {"assignee": "Robin Lindqvist"} */
  readonly factNames!: Readonly<Record<string, string>>;
}

/** GET /compliance/audit */
export class AuditPage {
  readonly items!: AuditItem[];
  readonly nextCursor!: string | null;
}

export class AuditKindCounts implements Record<AuditKind | 'all', number> {
  readonly all!: number;
  readonly look!: number;
  readonly action!: number;
  readonly export!: number;
}

/** GET /compliance/audit-counts: up to 1,001, which means more than 1,000. */
export class AuditCounts {
  /** Of what was asked for. */
  readonly found!: number;
  /** Of everybody, in the same time; null for who reads only their own. */
  readonly kinds!: AuditKindCounts | null;
}

export class AuditPerson {
  readonly uid!: string;
  /** Null for an account that is erased. */
  readonly name!: string | null;
}

/** GET /compliance/audit-people: everybody who ever had a role. */
export class AuditPeople {
  readonly items!: AuditPerson[];
}
