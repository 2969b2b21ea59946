import { AUDIT_KINDS, type AuditKind } from '@kernel/staff/audit';
import { UUID_PATTERN } from '@kernel/uuid';
import { addressOf, anyText, matching, oneOf, type ViewOf } from '../lib/address';
import type { AuditQuery } from './use-audit';

/** Times that a list can be narrowed to. */
export const AUDIT_TIMES = ['all', 'today', 'week', 'month', 'days'] as const;

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const CASE_PATTERN = /^C-[0-9a-f]{8}$/;
const DAYS_BACK = { today: 0, week: 6, month: 29 } as const;

/** What is asked for: at most one of person, subject, as it was typed, and action; and with `days`, from one to another. */
export const AUDIT = addressOf({
  person: anyText,
  subject: anyText,
  action: anyText,
  time: oneOf(AUDIT_TIMES, 'all'),
  from: matching(DAY_PATTERN),
  to: matching(DAY_PATTERN),
});
export type AuditView = ViewOf<typeof AUDIT>;

/** Whether anything is narrowed. */
export const isFiltered = (view: AuditView): boolean => Object.keys(AUDIT.parametersOf(view)).length > 0;

/** The same with one filter in place of any other; another time begins without days. */
export function changedBy(view: AuditView, changes: Partial<AuditView>): AuditView {
  if ('time' in changes) return { ...view, from: '', to: '', ...changes };
  if ('from' in changes || 'to' in changes) return { ...view, ...changes };
  return { ...view, person: '', subject: '', action: '', ...changes };
}

export const kindOf = ({ action }: AuditView): AuditKind | null =>
  AUDIT_KINDS.find((kind) => kind === action) ?? null;

/** An id or the number of a case as the API takes it; null for anything else. */
export function subjectIn(typed: string): string | null {
  const text = typed.trim();
  const number = text.replace(/^c-/i, 'C-').replace(/(?<=^C-).*/, (digits) => digits.toLowerCase());
  if (CASE_PATTERN.test(number)) return number;
  return UUID_PATTERN.test(text.toLowerCase()) ? text.toLowerCase() : null;
}

/** The query of the API for a view; null when nothing can have what was typed. */
export function queryOf(view: AuditView, now = new Date()): AuditQuery | null {
  const subject = view.subject === '' ? '' : subjectIn(view.subject);
  if (subject === null) return null;
  const { person, action } = view;
  const { from, to } = withinOf(view, now);
  return {
    person: person || null,
    action: action || null,
    subject: subject || null,
    from: from || null,
    to: to || null,
  };
}

/** Whole days of the reader, so that the query stays the same for a day. */
function withinOf({ time, from, to }: AuditView, now: Date): { readonly from: string; readonly to: string } {
  if (time === 'all') return { from: '', to: '' };
  if (time === 'days') return { from: startOf(from, 0), to: startOf(to, 1) };
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS_BACK[time]);
  return { from: first.toISOString(), to: '' };
}

/** The first instant of the day so many days after the given one; '' without a day. */
function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return day === '' || Number.isNaN(start.getTime()) ? '' : start.toISOString();
}
