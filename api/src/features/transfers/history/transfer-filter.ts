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
  const searched = comparable(searchedText);
  if (searched === '' && platform === undefined && status === undefined) return { range, test: null };
  const test = (transaction: Transaction) =>
    (platform === undefined || transaction.platform === platform) &&
    (status === undefined || transaction.status === status) &&
    (searched === '' ||
      searchable(transaction).includes(searched) ||
      hasPhonePart(transaction.handle, searched));
  return { range, test };
}

/** The first instant after the given instant or day. */
function after(to: string): string {
  const pastMs = Date.parse(to) + (to.length === DAY_LENGTH ? DAY_MS : 1);
  return new Date(Math.min(pastMs, LAST_INSTANT_MS)).toISOString();
}

/** "$1,200" and "1,200.00" find the amount 1200.00. */
const AMOUNT = /^\$?\s*[\d,]+(\.\d{0,2})?$/;

function comparable(text: string): string {
  const searched = searchText(text);
  return AMOUNT.test(searched) ? searched.replaceAll(/[$,\s]/g, '') : searched;
}

/** All searched fields in one text, a phone number also as it is shown; a search cannot contain the separator. */
function searchable({ recipient, handle, amount, fees, id, note = '', steps }: Transaction): string {
  const references = steps.flatMap(({ reference }) => (reference === undefined ? [] : [reference]));
  const texts = [recipient, handle, handleText(handle), amount, fees.total, id, note, ...references];
  return searchText(texts.join('\n'));
}
