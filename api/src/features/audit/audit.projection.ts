import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { Projection } from '../../event-sourcing/projection.js';
import { type AuditEntry } from '../../kernel/staff/audit.js';
import { caseNumberOf } from '../../kernel/staff/compliance.js';
import { auditEntryOf, severalSubjects } from './audit-entries.rules.js';

/** A document of the view audit. */
export interface AuditDocument extends AuditEntry {
  /** `at` of an event in the lists; null in the copies by which each of several senders is found. */
  readonly listedAt: string | null;
  readonly caseNumber: string | null;
}

/** Streams on which staff record something. */
export const AUDITED_PREFIXES = [
  'access-',
  'account-',
  'case-',
  'rule-',
  'sender-',
  'stray-',
  'transfer-',
] as const;

/**
 * The view audit: one document per event of staff, with the event's position as its id, so that events of one millisecond are in
 * the order of the log. A search that showed several senders has one more per sender, only in the index by sender.
 */
export const auditProjection: Projection<AuditDocument> = {
  name: 'audit',
  version: 2,
  indexes: [
    { name: 'all', eq: [], sort: 'listedAt' },
    { name: 'byPerson', eq: ['person'], sort: 'listedAt' },
    { name: 'byKind', eq: ['kind'], sort: 'listedAt' },
    { name: 'byAction', eq: ['action'], sort: 'listedAt' },
    { name: 'byCase', eq: ['caseNumber'], sort: 'listedAt' },
    { name: 'byTransfer', eq: ['transferId'], sort: 'listedAt' },
    { name: 'bySender', eq: ['uid'], sort: 'at' },
  ],
  prefixes: AUDITED_PREFIXES,
  keys(event: RecordedEvent) {
    if (!auditEntryOf(event)) return [];
    return [event.position, ...severalSubjects(event).map((uid) => copyId(event.position, uid))];
  },
  evolve(_, event: RecordedEvent, id) {
    const entry = auditEntryOf(event);
    if (!entry) return null;
    const caseNumber = entry.caseId && caseNumberOf(entry.caseId);
    if (id === entry.position) return { ...entry, caseNumber, listedAt: entry.at };
    return { ...entry, caseNumber, uid: id.slice(copyId(entry.position, '').length), listedAt: null };
  },
};

const copyId = (position: string, uid: string): string => `${position}/${uid}`;
