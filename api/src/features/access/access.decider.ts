import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import type { DomainEvent, EventDeclaration } from '../../event-sourcing/event.js';
import type { RevealField } from '../../kernel/staff/reveal.js';
import type { RuleDefinition } from '../../kernel/staff/rules.js';
import { streamCategory } from '../../event-sourcing/event.js';

/** What shows a history: its steps, how it was at an instant, or the sender's page. */
export type HistoryView = 'replay' | 'time_machine' | 'page';

/**
 * A member of staff saw a sender's history, or that of one transfer; recorded before anything is shown. `reason`:
 * `case:{caseId}`, or a kind and a reference; empty when it was recorded before there were reasons.
 */
export type HistoryReplayed = DomainEvent<
  'HistoryReplayed',
  {
    staffUid: string;
    uid: string;
    transferId: string | null;
    /** Null when it was recorded before they were distinguished. */
    view: HistoryView | null;
    /** The instant or the position that the time machine showed; null elsewhere. */
    point: string | null;
    replayedAt: string;
    reason: string;
  }
>;

/**
 * A member of staff saw one field that is masked elsewhere, or as `payout` the recipient, handle and note of a transfer that
 * an operator pays out; recorded before it is shown. `reason` as of a replay, and empty for a payout.
 */
export type PersonalDataRevealed = DomainEvent<
  'PersonalDataRevealed',
  {
    staffUid: string;
    uid: string;
    /** Null for a field of the sender. */
    transferId: string | null;
    field: RevealField | 'payout';
    reason: string;
    revealedAt: string;
  }
>;

/**
 * A member of staff searched for a sender or a transfer; recorded before the result is shown. `valueIndex` is a keyed
 * hash: who searched for a known address can be found, the address itself is not recorded.
 */
export type SendersSearched = DomainEvent<
  'SendersSearched',
  {
    staffUid: string;
    by: string;
    valueIndex: string;
    /** The senders of the masked summaries that were shown. */
    uids: readonly string[];
    reason: string;
    searchedAt: string;
  }
>;

/**
 * A member of staff exported the audit, or a case as a file; recorded before the file is made. Without a filter, all of the
 * audit; of a case, `subject` is its id and `uid` the sender whom it is about.
 */
export type ExportMade = DomainEvent<
  'ExportMade',
  {
    staffUid: string;
    exportId: string;
    kind: 'audit' | 'case-file';
    format: 'jsonl' | 'csv' | 'json' | 'pdf';
    person: string | null;
    subject: string | null;
    action: string | null;
    /** Instants, the second one exclusive. */
    from: string | null;
    to: string | null;
    uid: string | null;
    exportedAt: string;
  }
>;

/**
 * A member of staff ran a definition of a fraud rule over the recorded attempts, and may see who would have alerted; recorded
 * before it begins. `from` and `to` are instants, the second one exclusive; `against`: the rule whose version in force it
 * was compared with.
 */
export type BacktestStarted = DomainEvent<
  'BacktestStarted',
  {
    staffUid: string;
    backtestId: string;
    definition: RuleDefinition;
    against: string | null;
    from: string;
    to: string;
    startedAt: string;
  }
>;

type AccessEvent = HistoryReplayed | PersonalDataRevealed | SendersSearched | ExportMade | BacktestStarted;

/** What was seen: a file, a history, a revealed field or payout, or the result of a search or backtest. */
type Seen =
  | Omit<BacktestStarted['data'], 'staffUid' | 'startedAt'>
  | Omit<ExportMade['data'], 'staffUid' | 'exportedAt'>
  | Omit<HistoryReplayed['data'], 'staffUid' | 'replayedAt'>
  | Omit<PersonalDataRevealed['data'], 'staffUid' | 'revealedAt'>
  | Omit<SendersSearched['data'], 'staffUid' | 'searchedAt'>;

export interface LogAccess extends DecidedCommand {
  readonly staffUid: string;
  readonly seen: Seen;
}

/** `access-{staffUid}_{yyyymm}`. */
export const accessStream = streamCategory('access-');

/** One stream per member of staff and month. */
export function accessStreamOf(staffUid: string, at: string): string {
  return accessStream(`${staffUid}_${at.slice(0, 4)}${at.slice(5, 7)}`);
}

/** When the recipient of each transfer was last revealed to the member of staff in this month, by transfer id. */
type Revealed = Map<string, string>;

/** Staff access to personal data: each one is recorded, never refused or merged. */
export const accessDecider: Decider<Revealed, LogAccess, AccessEvent> = {
  name: 'access',
  initialState: () => new Map(),
  decide: (command) => [accessOf(command)],
  evolve: (revealed, { type, data }) =>
    type === 'PersonalDataRevealed' && data.field === 'payout' && data.transferId !== null
      ? revealed.set(data.transferId, data.revealedAt)
      : revealed,
};

function accessOf({ staffUid, seen, at }: LogAccess): AccessEvent {
  if ('backtestId' in seen) return { type: 'BacktestStarted', data: { staffUid, ...seen, startedAt: at } };
  if ('exportId' in seen) return { type: 'ExportMade', data: { staffUid, ...seen, exportedAt: at } };
  if ('by' in seen) return { type: 'SendersSearched', data: { staffUid, ...seen, searchedAt: at } };
  if ('field' in seen) return { type: 'PersonalDataRevealed', data: { staffUid, ...seen, revealedAt: at } };
  return { type: 'HistoryReplayed', data: { staffUid, ...seen, replayedAt: at } };
}

const STAFF = '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40';
const SENDER = '0b8f6c1e-0d3c-4a57-9f38-2f5f5a7f7a01';
const TRANSFER = '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03';
const AT = '2026-11-21T09:30:00.000Z';

interface ReplayedForCase {
  readonly staffUid: string;
  readonly uid: string;
  readonly replayedAt: string;
  readonly caseId: string;
}

export const accessEvents: readonly [
  EventDeclaration<HistoryReplayed>,
  EventDeclaration<PersonalDataRevealed>,
  EventDeclaration<SendersSearched>,
  EventDeclaration<ExportMade>,
  EventDeclaration<BacktestStarted>,
] = [
  {
    type: 'HistoryReplayed',
    schemaVersion: 4,
    upcasts: {
      1: (data: object) => ({ ...data, caseId: '' }),
      2: ({ caseId, ...data }: ReplayedForCase) => ({
        ...data,
        transferId: null,
        reason: caseId === '' ? '' : `case:${caseId}`,
      }),
      3: (data: object) => ({ ...data, view: null, point: null }),
    },
    summary: 'A member of staff viewed the history of a sender or a transfer, for a reason.',
    example: {
      staffUid: STAFF,
      uid: SENDER,
      transferId: TRANSFER,
      view: 'replay',
      point: null,
      replayedAt: AT,
      reason: 'case:5a7c1f0e-3b2d-5c4e-9f60-718293a4b5c6',
    },
  },
  {
    type: 'PersonalDataRevealed',
    schemaVersion: 2,
    upcasts: { 1: (data: object) => ({ ...data, field: 'payout', reason: '' }) },
    summary: 'A member of staff saw one masked field, or the recipient of a payout to make, for a reason.',
    example: {
      staffUid: STAFF,
      uid: SENDER,
      transferId: null,
      field: 'email',
      reason: 'support:S-1182',
      revealedAt: AT,
    },
  },
  {
    type: 'SendersSearched',
    schemaVersion: 1,
    summary: 'A member of staff searched for a sender or a transfer by an exact value, for a reason.',
    example: {
      staffUid: STAFF,
      by: 'handle',
      valueIndex: '9f2c4b7a51d0e8c36b1f7a92d4e05c8b9f2c4b7a51d0e8c36b1f7a92d4e05c8b',
      uids: [SENDER],
      reason: 'support:S-1182',
      searchedAt: AT,
    },
  },
  {
    type: 'ExportMade',
    schemaVersion: 1,
    summary: 'A member of staff exported the audit or a case as a file.',
    example: {
      staffUid: STAFF,
      exportId: '9d4b1c7e-5a2f-4e83-b6d0-1f2a3c4d5e6f',
      kind: 'audit',
      format: 'jsonl',
      person: '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f41',
      subject: '5a7c1f0e-3b2d-5c4e-9f60-718293a4b5c6',
      action: 'NoteAdded',
      from: '2026-11-01T05:00:00.000Z',
      to: '2026-11-21T05:00:00.000Z',
      uid: SENDER,
      exportedAt: AT,
    },
  },
  {
    type: 'BacktestStarted',
    schemaVersion: 1,
    summary: 'A member of staff ran a definition of a fraud rule over the recorded attempts.',
    example: {
      staffUid: STAFF,
      backtestId: '3f8e2a1b-7c4d-4e96-8b0a-5d6c7e8f9a0b',
      definition: {
        name: 'Structuring',
        where: { amountCents: { from: 18_000, below: 25_000 } },
        measure: 'attempts',
        atLeast: 2,
        withinMs: 172_800_000,
        action: 'flag',
      },
      against: 'structuring',
      from: '2026-10-22T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
      startedAt: AT,
    },
  },
];
