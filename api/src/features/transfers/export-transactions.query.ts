import { Readable } from 'node:stream';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { stringify } from 'csv-stringify/sync';
import { I18nService } from 'nestjs-i18n';
import type { Locale } from '../../kernel/accounts.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { pagesOf } from '../../engine/view-store/pages-of.js';
import { documentStamp } from '../../kernel/receipts.js';
import { senderRows } from './sender-rows.js';
import { readTransactions } from './transactions-failure.js';
import { TRANSFER_STATUSES, type Transaction, type TransferStatus } from '../../kernel/transfers.js';
import type { TransferFilter } from './transfer-filter.js';
import { transactionsProjection } from './transactions.projection.js';

/** People open it in a spreadsheet: what tells a program from which transfer a line is comes last. */
const COLUMNS = [
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
  'id',
] as const;

interface CsvTexts {
  readonly columns: readonly { readonly key: string; readonly header: string }[];
  readonly statuses: ReadonlyMap<TransferStatus, string>;
}

/** Which transfers are exported, and in which language. */
type Export = CsvTexts & Pick<TransferFilter, 'test'>;

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** A sender's transfers as CSV text in a language, newest first; pages are read as the caller consumes the stream. */
export class ExportTransactions extends Query<Readable> {
  constructor(
    readonly uid: string,
    readonly filter: TransferFilter,
    readonly locale: Locale,
  ) {
    super();
  }
}

@QueryHandler(ExportTransactions)
export class ExportTransactionsHandler implements IQueryHandler<ExportTransactions> {
  constructor(
    private readonly views: ViewStore,
    private readonly texts: I18nService,
  ) {}

  /** Reads the first page before responding, so that an unavailable store returns a problem, not a truncated file. */
  async execute({ uid, filter: { range, test }, locale }: ExportTransactions): Promise<Readable> {
    const pages = pagesOf(this.views, transactionsProjection, senderRows(uid, range));
    const first = await readTransactions(() => pages.next());
    return Readable.from(csvPages(first.done ? [] : first.value, pages, { test, ...this.textsIn(locale) }));
  }

  private textsIn(lang: Locale): CsvTexts {
    const say = (key: string): string => this.texts.translate(`csv.${key}`, { lang });
    return {
      columns: COLUMNS.map((key) => ({ key, header: say(`columns.${key}`) })),
      statuses: new Map(TRANSFER_STATUSES.map((status) => [status, say(`status.${status}`)])),
    };
  }
}

async function* csvPages(
  first: readonly Transaction[],
  rest: AsyncIterable<readonly Transaction[]>,
  wanted: Export,
): AsyncGenerator<string> {
  yield csvOf(first, wanted, { header: true, bom: true });
  for await (const page of rest) yield csvOf(page, wanted, {});
}

/** RFC 4180; an apostrophe precedes a cell that a spreadsheet would treat as a formula. */
function csvOf(
  transactions: readonly Transaction[],
  { test, columns, statuses }: Export,
  head: { readonly header?: boolean; readonly bom?: boolean },
): string {
  const rows = (test ? transactions.filter(test) : transactions).map((transaction) => ({
    ...rowOf(transaction),
    status: statuses.get(transaction.status),
  }));
  return stringify(rows, { ...head, columns, escape_formulas: true, record_delimiter: 'windows' });
}

function rowOf(transaction: Transaction): Row {
  const { totalFee, total, breakdown } = transaction.fees;
  const createdAt = documentStamp(transaction.createdAt);
  return { note: '', ...transaction, ...breakdown, totalFee, total, createdAt };
}
