import { Inject, Injectable } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import { Clock, isoInstant } from '../config/clock.js';
import { Config } from '../config/config.js';
import type { Locale } from '../kernel/accounts.js';
import { refundedCents } from '../kernel/charge.js';
import { DomainError } from '../kernel/domain-error.js';
import { centsOf, formatAmount } from '../kernel/money.js';
import type { Statements as StatementList } from '../kernel/receipts.js';
import type { Transaction } from '../kernel/transfers.js';
import { ChargedTransfers } from './charged-transfers.js';
import { DocumentWords, type Words } from './document-words.js';
import { monthOf, rangeOf } from './months.js';
import { ReceiptCodes } from './receipt-codes.js';
import { footerOf, writeHead } from './receipts.js';
import { type Column, pdfOf, type Sheet } from './sheet.js';

/** Most transfers of one statement; a person sends a few a month. */
export const STATEMENT_LIMIT = 2_000;

const COLUMNS: readonly Column[] = [
  { from: 0, to: 0.1 },
  { from: 0.1, to: 0.41 },
  { from: 0.42, to: 0.57 },
  { from: 0.57, to: 0.68, align: 'right' },
  { from: 0.68, to: 0.78, align: 'right' },
  { from: 0.78, to: 0.89, align: 'right' },
  { from: 0.89, to: 1, align: 'right' },
];
const CSV_COLUMNS = [
  'date',
  'recipient',
  'platform',
  'status',
  'amount',
  'fees',
  'total',
  'refunded',
  'code',
];

interface Statement {
  /** Oldest first. */
  readonly transfers: readonly Transaction[];
  readonly complete: boolean;
  /** Its first instant. */
  readonly from: string;
  readonly senderName: string;
}

/** The statements of a sender, one for each month with charged transfers. */
@Injectable()
export class Statements {
  @Inject() private readonly clock!: Clock;
  @Inject(Config) private readonly config!: Config;

  constructor(
    private readonly charged: ChargedTransfers,
    private readonly codes: ReceiptCodes,
    private readonly words: DocumentWords,
  ) {}

  /** The newest month first. */
  async list(uid: string): Promise<StatementList> {
    const { transfers, complete } = await this.charged.within(uid, {});
    const months = new Map<string, Transaction[]>();
    for (const transaction of transfers) {
      const month = monthOf(transaction.createdAt);
      const inMonth = months.get(month);
      if (inMonth) inMonth.push(transaction);
      else months.set(month, [transaction]);
    }
    return {
      complete,
      items: Array.from(months, ([month, inMonth]) => ({
        month,
        transfers: inMonth.length,
        paid: formatAmount(sumOf(inMonth, totalCentsOf)),
        refunded: formatAmount(sumOf(inMonth, refundedCents)),
      })),
    };
  }

  /** @throws not_found for a text that is no month, or a month without charged transfers */
  async pdf(uid: string, month: string, language: Locale): Promise<Buffer> {
    const statement = await this.read(uid, month);
    const words = this.words.in(language);
    const issuedAt = isoInstant(this.clock.now());
    return pdfOf(
      {
        title: `${words.say('statement')} ${month}`,
        language,
        at: new Date(issuedAt),
        footer: footerOf(words, issuedAt),
      },
      (sheet) => {
        writeHead(sheet, this.config);
        writeStatement(sheet, words, statement);
        if (this.config.TEST_MODE) sheet.paragraph(words.say('test'), { font: 'bold', color: '#9a5b00' });
      },
    );
  }

  /** RFC 4180; an apostrophe precedes a cell that a spreadsheet would treat as a formula. @throws not_found */
  async csv(uid: string, month: string, language: Locale): Promise<string> {
    const { transfers } = await this.read(uid, month);
    const words = this.words.in(language);
    const columns = CSV_COLUMNS.map((key) => ({ key, header: words.say(`columns.${key}`) }));
    const rows = transfers.map((transaction) => ({
      date: transaction.createdAt,
      recipient: transaction.recipient,
      platform: transaction.platform,
      status: words.say(`states.${transaction.status}`),
      amount: transaction.amount,
      fees: transaction.fees.totalFee,
      total: transaction.fees.total,
      refunded: formatAmount(refundedCents(transaction)),
      code: this.codes.codeOf(transaction.id),
    }));
    const options = { header: true, bom: true, escape_formulas: true } as const;
    return stringify(rows, { ...options, columns, record_delimiter: 'windows' });
  }

  private async read(uid: string, month: string): Promise<Statement> {
    const range = rangeOf(month);
    if (!range) throw new DomainError('not_found');
    const { transfers, complete } = await this.charged.within(uid, range, STATEMENT_LIMIT);
    if (transfers.length === 0) throw new DomainError('not_found');
    const { full: senderName } = await this.charged.nameOf(uid);
    return { transfers: transfers.toReversed(), complete, from: range.from, senderName };
  }
}

function writeStatement(
  sheet: Sheet,
  words: Words,
  { transfers, complete, from, senderName }: Statement,
): void {
  const { say, money } = words;
  sheet.title(say('statement'));
  sheet.paragraph(say('period', { month: words.month(from), sender: senderName }), { size: 11 });
  const delivered = transfers.filter(({ status }) => status === 'delivered');
  sheet.section(say('sums'));
  sheet.pair(say('sumDelivered'), money(sumOf(delivered, ({ amount }) => centsOf(amount))));
  sheet.pair(say('sumFees'), money(sumOf(delivered, ({ fees }) => centsOf(fees.totalFee))));
  sheet.pair(say('sumPaid'), money(sumOf(transfers, totalCentsOf)), { font: 'bold' });
  sheet.pair(say('sumRefunded'), money(sumOf(transfers, refundedCents)));
  sheet.section(say('transfers'));
  const head = ['date', 'recipient', 'status', 'amount', 'fees', 'total', 'refunded'];
  sheet.row(
    COLUMNS,
    head.map((key) => say(`columns.${key}`)),
    { font: 'bold' },
  );
  sheet.rule();
  for (const transaction of transfers) sheet.row(COLUMNS, cellsOf(transaction, words));
  sheet.rule();
  if (!complete) sheet.paragraph(say('incomplete', { count: transfers.length }), { size: 8.5 });
  sheet.paragraph(`${say('basis')} ${say('zone')}`, { size: 8.5 });
}

function cellsOf(transaction: Transaction, { say, money, day }: Words): readonly string[] {
  const { createdAt, recipient, platform, status, amount, fees } = transaction;
  return [
    day(createdAt),
    `${recipient} · ${platform}`,
    say(`states.${status}`),
    ...[amount, fees.totalFee, fees.total, refundedCents(transaction)].map(money),
  ];
}

const totalCentsOf = ({ fees }: Transaction): number => centsOf(fees.total);

function sumOf(transfers: readonly Transaction[], centsIn: (transaction: Transaction) => number): number {
  return transfers.reduce((sum, transaction) => sum + centsIn(transaction), 0);
}
