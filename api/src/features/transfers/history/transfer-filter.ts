import type { ViewQuery } from '../../../engine/view-store/view-store.port.js';
import { handleText } from '../../../kernel/text/handle-text.js';
import { hasPhonePart, searchText } from '../../../kernel/text/search-text.js';
import type { Transaction } from '../../../kernel/money/transfers.js';
import type { TransferFilterDto } from './list-transfers.dto.js';

/** A filter of transfers: a time range for the index, and a predicate for each row. */
export interface TransferFilter {
  readonly range: Pick<ViewQuery, 'from' | 'to'>;
  /** null = every row of the range. */
  readonly test: ((transaction: Transaction) => boolean) | null;
}

const DAY_LENGTH = '2026-11-20'.length;
const DAY_MS = 24 * 60 * 60 * 1_000;
const LAST_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** The filter of a validated request, with the text that is searched for. */
export function transferFilterOf(
  { platform, status, from, to }: TransferFilterDto,
  searchedText: string,
): TransferFilter {
  const range = {
    ...(from !== undefined && { from: new Date(Date.parse(from)).toISOString() }),
    ...(to !== undefined && { to: after(to) }),
  };
  const matches = searchOf(searchText(searchedText));
  if (matches === null && platform === undefined && status === undefined) return { range, test: null };
  const test = (transaction: Transaction) =>
    (platform === undefined || transaction.platform === platform) &&
    (status === undefined || transaction.status === status) &&
    (matches === null || matches(transaction));
  return { range, test };
}

/** The first instant after the given instant or day. */
function after(to: string): string {
  const pastMs = Date.parse(to) + (to.length === DAY_LENGTH ? DAY_MS : 1);
  return new Date(Math.min(pastMs, LAST_INSTANT_MS)).toISOString();
}

/** "$1,200" and "1,200.00" mean an amount; without the sign the digits may also be part of something else. */
const AMOUNT = /^\$?\s*[\d,]+(\.\d{0,2})?$/;

/** Whether a transfer has a searched text, null without one. "$60" finds 60.00 and 60.50, neither 10.60 nor 160.00. */
function searchOf(searched: string): ((transaction: Transaction) => boolean) | null {
  if (searched === '') return null;
  const isAmount = AMOUNT.test(searched);
  const figure = searched.replaceAll(/[$,\s]/g, '');
  const beginning = figure.includes('.') ? figure : `${figure}.`;
  const isFigure = ({ amount, fees }: Transaction) =>
    [amount, fees.total].some((money) => money.startsWith(beginning));
  if (isAmount && searched.startsWith('$')) return isFigure;
  return (transaction) =>
    (isAmount && isFigure(transaction)) ||
    transaction.id.startsWith(searched) ||
    searchable(transaction).includes(isAmount ? figure : searched) ||
    hasPhonePart(transaction.handle, searched);
}

/** Every other searched field in one text, a phone number also as it is shown; a search cannot contain the separator. */
function searchable({ recipient, handle, note = '', steps }: Transaction): string {
  const references = steps.flatMap(({ reference }) => (reference === undefined ? [] : [reference]));
  return searchText([recipient, handle, handleText(handle), note, ...references].join('\n'));
}
