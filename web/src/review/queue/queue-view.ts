import {
  CASE_LISTS,
  CASE_NUMBER_PATTERN,
  CASE_SORTS,
  typedCaseNumber,
  type CaseList,
} from '@kernel/staff/compliance';
import { pastedLine } from '@kernel/text/pasted-text';
import { addressOf, anyText, oneOf, type ViewOf } from '../../lib/address';
import type { CaseQuery } from './use-cases';

const DAY_MS = 24 * 60 * 60_000;
/** Days since a case was detected, among which one can choose. */
export const PERIODS = ['1', '7', '30'] as const;
/** Amounts at risk among which one can choose, in dollars. */
export const RISKS = ['200.00', '500.00', '1000.00'] as const;

/** What the queue shows; without a sort it is in the order of the list. A number is as it was typed, an assignee a uid. */
export const QUEUE = addressOf({
  show: oneOf(CASE_LISTS, 'open'),
  rule: anyText,
  assignee: anyText,
  period: oneOf(PERIODS, ''),
  minAtRisk: oneOf(RISKS, ''),
  sort: oneOf(CASE_SORTS, ''),
  number: anyText,
});
export type QueueView = ViewOf<typeof QUEUE>;

/** A list without filters. */
export const listOf = (show: CaseList): QueueView => ({ ...QUEUE.plain, show });

/** Whether anything but the list and its order was chosen. */
export const isFiltered = ({ rule, assignee, period, minAtRisk, number }: QueueView): boolean =>
  [rule, assignee, period, minAtRisk, number].some((value) => value !== '');

/** Nothing, or a case's number. */
export const isNumber = (typed: string): boolean =>
  typed === '' || CASE_NUMBER_PATTERN.test(pastedLine(typed));

/** The request of a view, null when none has the number. A period begins at midnight UTC: the request stays the same all day. */
export function queryOf(view: QueueView, nowMs: number): CaseQuery | null {
  const { show, period, number, rule, assignee, minAtRisk, sort } = view;
  if (!isNumber(number)) return null;
  if (number !== '') return { number: typedCaseNumber(pastedLine(number)) };
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const from = period && new Date(midnightMs - (Number(period) - 1) * DAY_MS).toISOString();
  return {
    status: show,
    rule: rule || null,
    assignee: assignee || null,
    minAtRisk: minAtRisk || null,
    sort: sort || null,
    from: from || null,
  };
}
