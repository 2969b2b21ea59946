import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import type { DomainEvent, EventDeclaration } from '../../event-sourcing/event.js';
import { streamCategory } from '../../event-sourcing/event.js';

/** A member of staff replayed a sender's history; recorded before anything is shown. */
export type HistoryReplayed = DomainEvent<
  'HistoryReplayed',
  { staffUid: string; uid: string; replayedAt: string; caseId: string }
>;

/** A member of staff saw the recipient, handle and note of one transfer; recorded before they are shown. */
export type PersonalDataRevealed = DomainEvent<
  'PersonalDataRevealed',
  { staffUid: string; uid: string; transferId: string; revealedAt: string }
>;

export interface LogAccess extends DecidedCommand {
  readonly staffUid: string;
  readonly uid: string;
  /** What was seen: the sender's history for a case, or one transfer. */
  readonly seen: { readonly caseId: string } | { readonly transferId: string };
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
export const accessDecider: Decider<Revealed, LogAccess, HistoryReplayed | PersonalDataRevealed> = {
  name: 'access',
  initialState: () => new Map(),
  decide: ({ staffUid, uid, seen, at }) => [
    'caseId' in seen
      ? { type: 'HistoryReplayed', data: { staffUid, uid, replayedAt: at, caseId: seen.caseId } }
      : {
          type: 'PersonalDataRevealed',
          data: { staffUid, uid, revealedAt: at, transferId: seen.transferId },
        },
  ],
  evolve: (revealed, { type, data }) =>
    type === 'PersonalDataRevealed' ? revealed.set(data.transferId, data.revealedAt) : revealed,
};

export const accessEvents: readonly [
  EventDeclaration<HistoryReplayed>,
  EventDeclaration<PersonalDataRevealed>,
] = [
  {
    type: 'HistoryReplayed',
    schemaVersion: 2,
    upcasts: { 1: (data: object) => ({ ...data, caseId: '' }) },
    summary: 'A member of staff viewed the whole history of a sender, for the named case.',
    example: {
      staffUid: '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40',
      uid: '0b8f6c1e-0d3c-4a57-9f38-2f5f5a7f7a01',
      replayedAt: '2026-11-21T09:30:00.000Z',
      caseId: '5a7c1f0e-3b2d-5c4e-9f60-718293a4b5c6',
    },
  },
  {
    type: 'PersonalDataRevealed',
    schemaVersion: 1,
    summary: 'A member of staff saw the recipient, handle and note of a transfer.',
    example: {
      staffUid: '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40',
      uid: '0b8f6c1e-0d3c-4a57-9f38-2f5f5a7f7a01',
      transferId: '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03',
      revealedAt: '2026-11-21T09:30:00.000Z',
    },
  },
];
