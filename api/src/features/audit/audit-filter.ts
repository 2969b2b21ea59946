import type { ViewQuery } from '../../engine/view-store/view-store.port.js';
import type { Role } from '../../kernel/people/accounts.js';
import { AUDIT_KINDS } from '../../kernel/staff/audit.js';
import { caseNumberOf } from '../../kernel/staff/compliance.js';
import type { AuditDocument } from './audit.projection.js';

/** Which events to list: at most one of person, subject and action. */
export interface AuditFilter {
  readonly person?: string | undefined;
  readonly subject?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** An index of the view with the wanted events, and few others. */
export type AuditSource = Pick<ViewQuery, 'by' | 'where' | 'from' | 'to'>;

const WIDE_ROLES: readonly Role[] = ['lead', 'auditor'];

/** Whether they read the actions of all staff, not only their own. */
export const readsEverybody = (roles: readonly Role[]): boolean =>
  roles.some((role) => WIDE_ROLES.includes(role));

/** The indexes that can have a filter's events: the first one that has any. A case is found by its number, which few share. */
export function sourcesOf({ from, to, ...filter }: AuditFilter): readonly AuditSource[] {
  const within = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return equalitiesOf(filter).map((equality) => ({ ...equality, ...within }));
}

function equalitiesOf({ person, subject, action }: AuditFilter): readonly Pick<ViewQuery, 'by' | 'where'>[] {
  if (person !== undefined) return [{ by: 'byPerson', where: { person } }];
  if (action !== undefined)
    return [
      isKind(action) ? { by: 'byKind', where: { kind: action } } : { by: 'byAction', where: { action } },
    ];
  if (subject === undefined) return [{ by: 'all', where: {} }];
  if (isCaseNumber(subject)) return [{ by: 'byCase', where: { caseNumber: subject } }];
  return [
    { by: 'byTransfer', where: { transferId: subject } },
    { by: 'bySender', where: { uid: subject } },
    { by: 'byCase', where: { caseNumber: caseNumberOf(subject) } },
  ];
}

/** Whether an event matches; events about the reader's own account never do. */
export function isWanted(event: AuditDocument, reader: string, filter: AuditFilter): boolean {
  if (event.uid === reader || !isWithin(event, filter)) return false;
  // The copy for one of several senders is found by that sender alone.
  if (event.listedAt === null && event.uid !== filter.subject) return false;
  const { person = event.person, subject, action = event.action } = filter;
  if (event.person !== person || ![event.action, event.kind].includes(action)) return false;
  return subject === undefined || subjectsOf(event).includes(subject);
}

function isWithin({ at }: AuditDocument, { from = '', to }: AuditFilter): boolean {
  return at >= from && (to === undefined || at < to);
}

function subjectsOf({ uid, caseId, transferId }: AuditDocument): readonly (string | null)[] {
  return [uid, transferId, caseId, caseId && caseNumberOf(caseId)];
}

const isKind = (action: string): boolean => AUDIT_KINDS.some((kind) => kind === action);
const isCaseNumber = (subject: string): boolean => subject.startsWith('C-');
