import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { I18nService } from 'nestjs-i18n';
import { csvOf } from '../../../documents/csv.js';
import { handleText } from '../../../kernel/text/handle-text.js';
import { intlLocale, type Locale } from '../../../kernel/people/accounts.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { stampsIn } from '../../../kernel/money/receipts.js';
import { senderRows } from './sender-rows.js';
import { readTransactions } from './transactions-failure.js';
import { TRANSFER_STATUSES, type Transaction, type TransferStatus } from '../../../kernel/money/transfers.js';
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

/** Which transfers are exported, in which language and with the times of which zone. */
type Export = CsvTexts & Pick<TransferFilter, 'test'> & { readonly stamp: (instant: string) => string };

/** For whom an export is written. */
interface Reader {
  readonly locale: Locale;
  readonly timeZone: string;
}

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** A sender's transfers as CSV text in a language, newest first; pages are read as the caller consumes the stream. */
@Injectable()
export class ExportTransactions {
  constructor(
    private readonly views: ViewStore,
    private readonly texts: I18nService,
  ) {}

  /** Reads the first page before responding, so that an unavailable store returns a problem, not a truncated file. */
  async execute(uid: string, { range, test }: TransferFilter, reader: Reader): Promise<Readable> {
    const pages = pagesOf(this.views, transactionsProjection, senderRows(uid, range));
    const first = await readTransactions(() => pages.next());
    const wanted = { test, stamp: stampsIn(reader.timeZone), ...this.textsFor(reader) };
    return Readable.from(csvPages(first.done ? [] : first.value, pages, wanted));
  }

  private textsFor({ locale, timeZone }: Reader): CsvTexts {
    const args = { zone: zoneName(locale, timeZone) };
    const say = (key: string): string => this.texts.translate(`csv.${key}`, { lang: locale, args });
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
  yield linesOf(first, wanted, true);
  for await (const page of rest) yield linesOf(page, wanted, false);
}

function linesOf(
  transactions: readonly Transaction[],
  { test, stamp, columns, statuses }: Export,
  isFirst: boolean,
): string {
  const rows = (test ? transactions.filter(test) : transactions).map((transaction) => ({
    ...rowOf(transaction),
    createdAt: stamp(transaction.createdAt),
    status: statuses.get(transaction.status),
  }));
  return csvOf(rows, { columns, isFirst });
}

function rowOf(transaction: Transaction): Row {
  const { totalFee, total, breakdown } = transaction.fees;
  return { note: '', ...transaction, ...breakdown, totalFee, total, handle: handleText(transaction.handle) };
}

/** "Eastern Time" */
function zoneName(locale: Locale, timeZone: string): string {
  const format = new Intl.DateTimeFormat(intlLocale(locale), { timeZone, timeZoneName: 'longGeneric' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
