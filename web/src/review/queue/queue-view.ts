import { useSearchParams } from 'react-router-dom';
import {
  CASE_LISTS,
  CASE_NUMBER_PATTERN,
  CASE_SORTS,
  typedCaseNumber,
  type CaseList,
  type CaseSort,
} from '@kernel/staff/compliance';

import type { CaseQuery } from './use-cases';

const DAY_MS = 24 * 60 * 60_000;
/** Days since a case was detected, among which one can choose. */
export const PERIODS = ['1', '7', '30'] as const;
/** Amounts at risk among which one can choose, in dollars. */
export const RISKS = ['200.00', '500.00', '1000.00'] as const;

/** What the queue shows; the page's address has it, so that it survives a reload and going back. Empty = all. */
export interface QueueView {
  readonly list: CaseList;
  readonly rule: string;
  /** A uid. */
  readonly assignee: string;
  readonly period: string;
  readonly minAtRisk: string;
  /** Empty = in the order of the list. */
  readonly sort: CaseSort | '';
  /** A case's number, as it was typed. */
  readonly number: string;
}

/** The queue as it is opened. */
const OPEN: QueueView = {
  list: 'open',
  rule: '',
  assignee: '',
  period: '',
  minAtRisk: '',
  sort: '',
  number: '',
};

/** The view in the page's address, and what replaces parts of it. */
export function useQueueView(): readonly [QueueView, (changes: Partial<QueueView>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const one = <Value extends string>(name: string, values: readonly Value[]): Value | '' =>
    values.find((value) => value === parameters.get(name)) ?? '';
  const view: QueueView = {
    list: CASE_LISTS.find((list) => list === parameters.get('show')) ?? 'open',
    rule: parameters.get('rule') ?? '',
    period: one('period', PERIODS),
    minAtRisk: one('minAtRisk', RISKS),
    sort: one('sort', CASE_SORTS),
    assignee: parameters.get('assignee') ?? '',
    number: parameters.get('number') ?? '',
  };
  const change = (changes: Partial<QueueView>) => {
    setParameters(addressOf({ ...view, ...changes }), { replace: true });
  };
  return [view, change];
}

/** The parameters of a view's address, without what is as it is opened. */
export function addressOf({ list, ...rest }: QueueView): Record<string, string> {
  const given = Object.entries(rest).filter(([, value]) => value !== '');
  return { ...(list !== OPEN.list && { show: list }), ...Object.fromEntries(given) };
}

/** A list without filters. */
export const listOf = (list: CaseList): QueueView => ({ ...OPEN, list });

/** Whether anything but the list and its order was chosen. */
export const isFiltered = ({ rule, assignee, period, minAtRisk, number }: QueueView): boolean =>
  [rule, assignee, period, minAtRisk, number].some((value) => value !== '');

/** Nothing, or a case's number. */
export const isNumber = (typed: string): boolean => typed === '' || CASE_NUMBER_PATTERN.test(typed);

/** The request of a view. A period begins at midnight UTC, so that the request stays the same all day. */
export function queryOf(view: QueueView, nowMs: number): CaseQuery {
  const { list, period, number, rule, assignee, minAtRisk, sort } = view;
  if (number !== '') return { number: typedCaseNumber(number) };
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const from = period && new Date(midnightMs - (Number(period) - 1) * DAY_MS).toISOString();
  return {
    status: list,
    rule: rule || null,
    assignee: assignee || null,
    minAtRisk: minAtRisk || null,
    sort: sort || null,
    from: from || null,
  };
}
