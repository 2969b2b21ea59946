import { AUDIT_KINDS, type AuditKind } from '@kernel/staff/audit';
import { UUID_PATTERN } from '@kernel/uuid';
import type { AuditQuery } from './use-audit';

/** Times that a list can be narrowed to. */
export const AUDIT_TIMES = ['all', 'today', 'week', 'month', 'days'] as const;
export type AuditTime = (typeof AUDIT_TIMES)[number];

/** What the address of the page asks for: at most one of person, subject and action. */
export interface AuditView {
  readonly person: string;
  /** As it was typed. */
  readonly subject: string;
  readonly action: string;
  readonly time: AuditTime;
  /** Days, the last one included, of `days`. */
  readonly from: string;
  readonly to: string;
}

export const EVERYTHING: AuditView = { person: '', subject: '', action: '', time: 'all', from: '', to: '' };

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const CASE_PATTERN = /^C-[0-9a-f]{8}$/;
const DAYS_BACK = { today: 0, week: 6, month: 29 } as const;

export function viewIn(parameters: URLSearchParams): AuditView {
  const dayOf = (name: string) => DAY_PATTERN.exec(parameters.get(name) ?? '')?.[0] ?? '';
  return {
    person: parameters.get('person') ?? '',
    subject: parameters.get('subject') ?? '',
    action: parameters.get('action') ?? '',
    time: AUDIT_TIMES.find((time) => time === parameters.get('time')) ?? 'all',
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

/** As the address has it, without what is not asked for. */
export function parametersOf(view: AuditView, entry: string | null = null): Record<string, string> {
  const wanted = { ...view, entry: entry ?? '', time: view.time === 'all' ? '' : view.time };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
}

/** The same with one filter in place of any other. */
export function filteredBy(view: AuditView, filter: Partial<AuditView>): AuditView {
  return { ...view, person: '', subject: '', action: '', ...filter };
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
