import { PLATFORMS, type Platform } from '@kernel/money/platforms';
import {
  SEARCH_HEADER,
  SEARCH_MAX_LENGTH,
  TRANSFER_STATUSES,
  type TransferStatus,
} from '@kernel/money/transfers';
import { pastedLine } from '@kernel/text/pasted-text';
import { addressOf as fieldsOf, oneOf } from '../../lib/address';
import type { QueryOf } from '../../lib/api/requests';

/** The filter of /transactions; days are calendar days in the user's time zone. */
export interface TransferFilter {
  readonly q: string;
  readonly status: TransferStatus | '';
  readonly platform: Platform | '';
  /** "2026-11-21", the first day included. */
  readonly from: string;
  /** "2026-11-21", the last day included. */
  readonly to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const ADDRESS = fieldsOf({
  status: oneOf(TRANSFER_STATUSES, ''),
  platform: oneOf(PLATFORMS, ''),
  from: dayOf,
  to: dayOf,
});

export const EVERYTHING: TransferFilter = { q: '', ...ADDRESS.plain };

/** The filter in an address and in its history entry, which has the searched text; invalid values are ignored. */
export function filterOf(parameters: URLSearchParams, state: unknown): TransferFilter {
  return { q: searchedIn(state).slice(0, SEARCH_MAX_LENGTH), ...ADDRESS.viewIn(parameters) };
}

function searchedIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('searched' in state)) return '';
  return typeof state.searched === 'string' ? state.searched : '';
}

/** The filter as this page's own address, days as days. The searched text, which may be a name, stays out of it. */
export function addressOf({ q: _searched, ...filter }: TransferFilter): URLSearchParams {
  return new URLSearchParams(ADDRESS.parametersOf(filter));
}

/** The rest of the filter, for the history entry: it lasts as long as the tab. */
export const historyStateOf = ({ q }: TransferFilter): unknown => (q === '' ? null : { searched: q });

/** The header with the searched text. */
export function searchHeader({ q }: Pick<TransferFilter, 'q'>): { readonly [SEARCH_HEADER]?: string } {
  const searched = pastedLine(q).replaceAll(/\p{Cs}/gu, '');
  return searched === '' ? {} : { [SEARCH_HEADER]: encodeURIComponent(searched) };
}

/** The filter as the API reads it: days become the instants of their start and end in the user's time zone. */
export function queryOf({ status, platform, from, to }: TransferFilter): QueryOf<'/transfers/total'> {
  return {
    status: status || null,
    platform: platform || null,
    from: from === '' ? null : startOfDay(from, 0).toISOString(),
    to: to === '' ? null : new Date(startOfDay(to, 1).getTime() - 1).toISOString(),
  };
}

/** How many things the filter narrows, the search text apart. */
export function activeFilters({ status, platform, from, to }: TransferFilter): number {
  return [status, platform, from, to].filter((value) => value !== '').length;
}

/** True when no transfer could ever match. */
export function datesCrossed({ from, to }: TransferFilter): boolean {
  return from !== '' && to !== '' && from > to;
}

/** The first and the last day of a month, 0 = this one, -1 = the last one. */
export function daysOfMonth(offset: number, now = new Date()): Pick<TransferFilter, 'from' | 'to'> {
  const [year, month] = [now.getFullYear(), now.getMonth() + offset];
  return { from: dayTextOf(new Date(year, month, 1)), to: dayTextOf(new Date(year, month + 1, 0)) };
}

/** The same filter within one month, "2026-11". */
export function withinMonth(filter: TransferFilter, month: string): TransferFilter {
  const { from, to } = daysOfMonth(0, startOfDay(`${month}-01`, 0));
  return {
    ...filter,
    from: filter.from > from ? filter.from : from,
    to: filter.to !== '' && filter.to < to ? filter.to : to,
  };
}

function dayTextOf(day: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${String(day.getFullYear())}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

function dayOf(text: string): string {
  if (!DAY.test(text)) return '';
  return Number.isNaN(startOfDay(text, 0).getTime()) ? '' : text;
}

function startOfDay(day: string, addDays: number): Date {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, date + addDays);
}
