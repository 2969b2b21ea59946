import { Inject, Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../config/clock.js';
import { Config, publicUrl } from '../config/config.js';
import type { Locale } from '../kernel/accounts.js';
import { cardText } from '../kernel/cards.js';
import { refundedCents, stepOf } from '../kernel/charge.js';
import type { ReceiptFacts } from '../kernel/receipts.js';
import type { Transaction } from '../kernel/transfers.js';
import { ChargedTransfers } from './charged-transfers.js';
import { DocumentWords, type Words } from './document-words.js';
import { ReceiptCodes } from './receipt-codes.js';
import { pdfOf, type Sheet } from './sheet.js';

type Pair = readonly [label: string, value: string];

/** The receipt of one transfer, as data and as PDF. */
@Injectable()
export class Receipts {
  @Inject() private readonly clock!: Clock;
  @Inject(Config) private readonly config!: Config;

  constructor(
    private readonly charged: ChargedTransfers,
    private readonly codes: ReceiptCodes,
    private readonly words: DocumentWords,
  ) {}

  /** @throws not_found */
  async facts(uid: string, transferId: string): Promise<ReceiptFacts> {
    return this.factsOf(await this.charged.one(uid, transferId));
  }

  /** @throws not_found */
  async pdf(uid: string, transferId: string, language: Locale): Promise<Buffer> {
    const transaction = await this.charged.one(uid, transferId);
    const facts = await this.factsOf(transaction);
    const words = this.words.in(language);
    return pdfOf(
      {
        title: words.say('receipt'),
        language,
        at: new Date(facts.issuedAt),
        footer: footerOf(words, facts.issuedAt),
      },
      (sheet) => {
        writeHead(sheet, this.config);
        writeReceipt(sheet, words, { transaction, facts, company: companyOf(this.config, words) });
      },
    );
  }

  private async factsOf({ id, uid }: Transaction): Promise<ReceiptFacts> {
    return {
      code: this.codes.codeOf(id),
      checkUrl: `${publicUrl(this.config)}/receipt`,
      senderName: (await this.charged.nameOf(uid)).full,
      testMode: this.config.TEST_MODE,
      issuedAt: isoInstant(this.clock.now()),
    };
  }
}

/** When it was issued, and which page of how many. */
export function footerOf(words: Words, issuedAt: string) {
  return (page: number, pages: number): readonly [string, string] => [
    words.say('issued', { at: words.moment(issuedAt) }),
    words.say('page', { page, pages }),
  ];
}

/** Who issued the document. */
export function writeHead(
  sheet: Sheet,
  { SUPPORT_EMAIL, SUPPORT_PHONE }: Pick<Config, 'SUPPORT_EMAIL' | 'SUPPORT_PHONE'>,
): void {
  sheet.head('Flip', `Winston-Salem, NC · ${SUPPORT_EMAIL} · ${SUPPORT_PHONE}`);
}

interface Receipt {
  readonly transaction: Transaction;
  readonly facts: ReceiptFacts;
  readonly company: readonly Pair[];
}

function writeReceipt(sheet: Sheet, words: Words, { transaction, facts, company }: Receipt): void {
  const { say, money } = words;
  const { amount, recipient, platform, fees } = transaction;
  sheet.title(say('receipt'));
  sheet.paragraph(say('sent', { sender: facts.senderName, amount: money(amount), recipient, platform }), {
    size: 11,
  });
  if (facts.testMode) sheet.paragraph(say('test'), { font: 'bold', color: '#9a5b00' });
  sheet.section(say('amounts'));
  sheet.pair(say('amount'), money(amount));
  sheet.pair(say('flipFee'), money(fees.breakdown.flipFee));
  sheet.pair(say('processingFee'), money(fees.breakdown.processingFee));
  sheet.pair(say('totalFee'), money(fees.totalFee));
  sheet.rule();
  sheet.pair(say('total'), money(fees.total), { font: 'bold', size: 12 });
  writePairs(sheet, say('refunds'), refundPairs(transaction, words));
  writePairs(sheet, say('times'), detailPairs(transaction, words));
  sheet.paragraph(say('zone'), { size: 8.5 });
  sheet.section(say('code'));
  sheet.paragraph(facts.code, { font: 'code', size: 16 });
  sheet.paragraph(say('check', { url: facts.checkUrl }), { size: 9 });
  writePairs(sheet, say('issuer'), company);
}

/** A section with its pairs; nothing where there are none. */
function writePairs(sheet: Sheet, title: string, pairs: readonly Pair[]): void {
  if (pairs.length === 0) return;
  sheet.section(title);
  for (const [label, value] of pairs) sheet.pair(label, value);
}

function refundPairs(transaction: Transaction, { say, money }: Words): readonly Pair[] {
  const amount = stepOf(transaction, 'refund_initiated')?.amount;
  if (amount === undefined) return [];
  return [[say(refundedCents(transaction) > 0 ? 'refunded' : 'refundStarted'), money(amount)]];
}

function detailPairs(transaction: Transaction, { say, moment }: Words): readonly Pair[] {
  const { platform, handle, recipient, card, createdAt, id, status } = transaction;
  const sent = stepOf(transaction, 'payout_accepted', 'unclaimed');
  const delivered = stepOf(transaction, 'delivered');
  const refunded = stepOf(transaction, 'refunded');
  const known: readonly (readonly [string, string | undefined])[] = [
    [say('status'), say(`states.${status}`)],
    [say('requested'), moment(createdAt)],
    ...(
      [
        ['captured', stepOf(transaction, 'captured')],
        ['payoutSent', sent],
        ['delivered', delivered],
        ['cancelled', stepOf(transaction, 'cancelled')],
        ['refundAsked', stepOf(transaction, 'refund_initiated')],
        ['refundDone', refunded],
      ] as const
    ).map(([key, step]) => [say(key), step && moment(step.at)] as const),
    [say('card'), card ? cardText(card) : undefined],
    [say('recipient'), recipient],
    [say('handle', { platform }), handle],
    [say('paymentReference'), stepOf(transaction, 'authorized')?.reference],
    [say('platformReference', { platform }), delivered?.reference ?? sent?.reference],
    [say('refundReference'), refunded?.reference],
    [say('id'), id],
  ];
  return known.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}

/** The company and its license; what is not configured is left out. */
function companyOf(
  { COMPANY_NAME, COMPANY_LICENSE, COMPANY_REGULATOR }: Config,
  { say }: Words,
): readonly Pair[] {
  const pairs = [
    [say('company'), COMPANY_NAME],
    [say('license'), COMPANY_LICENSE],
    [say('regulator'), COMPANY_REGULATOR],
  ] as const;
  return pairs.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
