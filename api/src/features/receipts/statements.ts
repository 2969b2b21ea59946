import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../config/clock.js';
import { Config } from '../../config/config.js';
import type { Locale } from '../../kernel/people/accounts.js';
import { refundedCents } from '../../kernel/money/charge.js';
import { DomainError } from '../../kernel/domain-error.js';
import { centsOf, formatAmount } from '../../kernel/money/money.js';
import type {
  Statement,
  StatementLine,
  StatementMonth,
  Statements as StatementList,
} from '../../kernel/money/receipts.js';
import type { Transaction } from '../../kernel/money/transfers.js';
import { ChargedTransfers } from './charged-transfers.js';
import { Documents } from '../../documents/documents.js';
import { DocumentTexts } from '../../documents/document-texts.js';
import { isMonth, monthAfter, monthOf, rangeOf } from './months.js';
import { ReceiptCodes } from '../lifecycle/payment/receipt-codes.js';
import { statementCsv } from './statement-csv.js';
import { type StatementContent, statementPaper } from './statement-pdf.js';

/** Most transfers that one statement names; a person sends a few a month. */
export const STATEMENT_LIMIT = 2_000;

/** The statements of a sender, one for each month with charged transfers. */
@Injectable()
export class Statements {
  constructor(
    private readonly charged: ChargedTransfers,
    private readonly codes: ReceiptCodes,
    private readonly texts: DocumentTexts,
    private readonly documents: Documents,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The newest month first. */
  async list(uid: string): Promise<StatementList> {
    const { transfers, complete } = await this.charged.within(uid, {});
    const months = [...monthsOf(transfers)];
    // Where the reading ended, only a part of the month may be known.
    const known = complete ? months : months.slice(0, -1);
    return { complete, items: known.map(figuresOf) };
  }

  /** Of a month without charged transfers, without lines. @throws not_found for no month, or one to come */
  async of(uid: string, month: string): Promise<Statement> {
    const issuedAt = isoInstant(this.clock.now());
    const range = isMonth(month) ? rangeOf(month) : null;
    if (!range || range.from > issuedAt) throw new DomainError('not_found');
    const { transfers, complete } = await this.charged.within(uid, range, STATEMENT_LIMIT);
    return {
      month,
      ...range,
      complete,
      issuedAt,
      ...(await this.contentOf(uid, transfers)),
      previous: (await this.charged.anyBefore(uid, range.from)) ? monthAfter(month, -1) : null,
      next: range.to > issuedAt ? null : monthAfter(month, 1),
    };
  }

  /**
   * Of a month or of a whole year, "2026". A year's sums are of all of its transfers that the list of statements reads, and it
   * names the newest STATEMENT_LIMIT of them. @throws not_found for a text that is neither, or one without charged transfers; busy
   */
  async pdf(uid: string, period: string, language: Locale): Promise<Buffer> {
    const content = isMonth(period) ? await this.of(uid, period) : await this.ofYear(uid, period);
    if (content.lines.length === 0) throw new DomainError('not_found');
    const texts = this.texts.in(language);
    return this.documents.write(statementPaper({ period, months: [], ...content }, texts, this.config));
  }

  /** Of a month or of a whole year, "2026". @throws not_found as for the PDF */
  async csv(uid: string, period: string, language: Locale): Promise<string> {
    const { transfers } = await this.charged.within(uid, requiredRange(period));
    if (transfers.length === 0) throw new DomainError('not_found');
    const lines = transfers.toReversed().map((transaction) => this.lineOf(transaction));
    return statementCsv({ lines }, this.texts.in(language));
  }

  private async ofYear(uid: string, year: string): Promise<Omit<StatementContent, 'period'>> {
    const range = requiredRange(year);
    const { transfers } = await this.charged.within(uid, range);
    const content = await this.contentOf(uid, transfers);
    return {
      ...range,
      ...content,
      issuedAt: isoInstant(this.clock.now()),
      complete: transfers.length <= STATEMENT_LIMIT,
      lines: content.lines.slice(-STATEMENT_LIMIT),
      months: [...monthsOf(transfers)].map(figuresOf).toReversed(),
    };
  }

  /** The transfers of a period, the oldest first, with their sums. */
  private async contentOf(uid: string, transfers: readonly Transaction[]) {
    const { full: senderName } = await this.charged.nameOf(uid);
    const lines = transfers.toReversed().map((transaction) => this.lineOf(transaction));
    const delivered = lines.filter(({ status }) => status === 'delivered');
    const sum = (column: 'amount' | 'fees' | 'total' | 'refunded', of = lines) =>
      sumOf(of.map((line) => line[column]));
    return {
      senderName,
      lines,
      testMode: this.config.TEST_MODE,
      sums: { amount: sum('amount'), fees: sum('fees'), total: sum('total'), refunded: sum('refunded') },
      delivered: { amount: sum('amount', delivered), fees: sum('fees', delivered) },
    };
  }

  private lineOf(transaction: Transaction): StatementLine {
    const { id, createdAt: at, recipient, platform, status, amount, fees } = transaction;
    return {
      id,
      at,
      recipient,
      platform,
      status,
      amount,
      fees: fees.totalFee,
      total: fees.total,
      refunded: refundedOf(transaction),
      code: this.codes.codeOf(id),
    };
  }
}

/** Transfers by their month, as they are ordered. */
function monthsOf(transfers: readonly Transaction[]): ReadonlyMap<string, readonly Transaction[]> {
  const months = new Map<string, Transaction[]>();
  for (const transaction of transfers) {
    const month = monthOf(transaction.createdAt);
    const inMonth = months.get(month);
    if (inMonth) inMonth.push(transaction);
    else months.set(month, [transaction]);
  }
  return months;
}

function figuresOf([month, inMonth]: readonly [string, readonly Transaction[]]): StatementMonth {
  return {
    month,
    transfers: inMonth.length,
    sent: sumOf(inMonth.map(({ amount }) => amount)),
    fees: sumOf(inMonth.map(({ fees }) => fees.totalFee)),
    paid: sumOf(inMonth.map(({ fees }) => fees.total)),
    refunded: sumOf(inMonth.map(refundedOf)),
  };
}

/** @throws not_found for a text that is no month or year */
function requiredRange(period: string) {
  const range = rangeOf(period);
  if (!range) throw new DomainError('not_found');
  return range;
}

const refundedOf = (transaction: Transaction): string => formatAmount(refundedCents(transaction));

function sumOf(amounts: readonly string[]): string {
  return formatAmount(amounts.reduce((sum, amount) => sum + centsOf(amount), 0));
}
