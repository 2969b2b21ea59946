import { Readable } from 'node:stream';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { stringify } from 'csv-stringify/sync';
import { ViewStore } from '../view-store/view-store.port.js';
import { pagesOf, senderRows } from './sender-rows.js';
import { readTransactions } from './transactions-failure.js';
import type { Transaction } from '../kernel/transfers.js';
import type { TransferFilter } from './transfer-filter.js';

const COLUMNS = [
  'id',
  'createdAt',
  'recipient',
  'platform',
  'handle',
  'amount',
  'flipFee',
  'processingFee',
  'totalFee',
  'total',
  'status',
  'note',
] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** A sender's transfers as CSV text, newest first; pages are read as the caller consumes the stream. */
export class ExportTransactions extends Query<Readable> {
  constructor(
    readonly uid: string,
    readonly filter: TransferFilter,
  ) {
    super();
  }
}

@QueryHandler(ExportTransactions)
export class ExportTransactionsHandler implements IQueryHandler<ExportTransactions> {
  constructor(private readonly views: ViewStore) {}

  /** Reads the first page before responding, so that an unavailable store returns a problem, not a truncated file. */
  async execute({ uid, filter: { range, test } }: ExportTransactions): Promise<Readable> {
    const pages = pagesOf(this.views, senderRows(uid, range));
    const first = await readTransactions(() => pages.next());
    return Readable.from(csvPages(first.done ? [] : first.value, pages, test));
  }
}

async function* csvPages(
  first: readonly Transaction[],
  rest: AsyncIterable<readonly Transaction[]>,
  test: TransferFilter['test'],
): AsyncGenerator<string> {
  yield csvOf(first, test, { header: true, bom: true });
  for await (const page of rest) yield csvOf(page, test, {});
}

/** RFC 4180; an apostrophe precedes a cell that a spreadsheet would treat as a formula. */
function csvOf(
  transactions: readonly Transaction[],
  test: TransferFilter['test'],
  head: { readonly header?: boolean; readonly bom?: boolean },
): string {
  const rows = (test ? transactions.filter(test) : transactions).map(rowOf);
  return stringify(rows, { ...head, columns: COLUMNS, escape_formulas: true, record_delimiter: 'windows' });
}

function rowOf(transaction: Transaction): Row {
  const { totalFee, total, breakdown } = transaction.fees;
  return { note: '', ...transaction, ...breakdown, totalFee, total };
}
