import type { Config } from '../../config/config.js';
import { cardText } from '../../kernel/cards.js';
import { confirmedRefund, refundedCents, stepOf } from '../../kernel/charge.js';
import type { ReceiptFacts } from '../../kernel/receipts.js';
import type { Transaction, TransferStep } from '../../kernel/transfers.js';
import { asideOf, footerOf } from './document-frame.js';
import type { Texts } from './document-texts.js';
import { ACCENT, pdfOf, type Sheet, WARNING } from './sheet.js';
import { type Pair, writeBanner, writeCode, writeHead, writeLead, writePairColumns } from './sheet-parts.js';

interface Receipt {
  readonly transaction: Transaction;
  readonly facts: ReceiptFacts;
}

/** The receipt of a transfer on paper. */
export function receiptPdf(receipt: Receipt, texts: Texts, config: Config): Promise<Buffer> {
  const { say } = texts;
  const { code, issuedAt } = receipt.facts;
  return pdfOf(
    {
      title: say('receipt'),
      language: texts.language,
      at: new Date(issuedAt),
      running: `${say('receipt')} · ${code}`,
      footer: footerOf(texts, issuedAt),
    },
    (sheet) => {
      writeHead(sheet, asideOf(config));
      writeReceipt(sheet, texts, receipt);
      writeIssuer(sheet, texts, config);
    },
  );
}

function writeReceipt(sheet: Sheet, texts: Texts, { transaction, facts }: Receipt): void {
  const { say, money } = texts;
  const { amount, recipient, platform, status } = transaction;
  sheet.title(say('receipt'));
  const sent = { sender: facts.senderName, amount: money(amount), recipient, platform };
  const isDelivered = status === 'delivered';
  writeLead(sheet, say('sent', sent), {
    text: say(`states.${status}`),
    font: 'bold',
    ...(isDelivered && { color: ACCENT }),
  });
  if (facts.testMode) sheet.paragraph(say('test'), { size: 9, font: 'bold', color: WARNING });
  writeAmounts(sheet, texts, transaction);
  if (isDelivered) writeBanner(sheet, [say('got', { recipient }), money(amount)]);
  sheet.section(say('times'));
  writePairColumns(sheet, timePairs(transaction, texts), detailPairs(transaction, texts));
  sheet.space(2);
  sheet.paragraph(`${say('zone')} ${say('id')}: ${transaction.id}`, { size: 8.5 });
  writeCode(sheet, [say('code'), facts.code], say('check', { url: facts.checkUrl }));
}

function writeAmounts(sheet: Sheet, texts: Texts, transaction: Transaction): void {
  const { say, money } = texts;
  const { amount, fees } = transaction;
  sheet.section(say('amounts'));
  sheet.pair([say('amount'), money(amount)]);
  sheet.pair([say('flipFee'), money(fees.breakdown.flipFee)]);
  sheet.pair([say('processingFee'), money(fees.breakdown.processingFee)]);
  sheet.rule();
  sheet.pair([say('totalFee'), money(fees.totalFee)]);
  sheet.rule();
  sheet.pair([say('total'), money(fees.total)], { font: 'bold', size: 13 });
  const refund = stepOf(transaction, 'refund_initiated')?.amount;
  if (refund === undefined) return;
  sheet.rule();
  const isBack = refundedCents(transaction) > 0;
  sheet.pair([say(isBack ? 'refunded' : 'refundStarted'), money(refund)], { font: 'bold' });
}

function timePairs(transaction: Transaction, { say, moment }: Texts): readonly Pair[] {
  const times: readonly (readonly [string, Pick<TransferStep, 'at'> | undefined])[] = [
    ['requested', { at: transaction.createdAt }],
    ['captured', stepOf(transaction, 'captured')],
    ['payoutSent', stepOf(transaction, 'payout_accepted', 'unclaimed')],
    ['delivered', stepOf(transaction, 'delivered')],
    ['cancelled', stepOf(transaction, 'cancelled')],
    ['refundAsked', stepOf(transaction, 'refund_initiated')],
    ['refundDone', confirmedRefund(transaction)],
  ];
  return times.flatMap(([key, step]) => (step ? [[say(key), moment(step.at)] as const] : []));
}

function detailPairs(transaction: Transaction, { say }: Texts): readonly Pair[] {
  const { platform, handle, recipient, card, note } = transaction;
  const paidOut = stepOf(transaction, 'delivered') ?? stepOf(transaction, 'payout_accepted', 'unclaimed');
  return present([
    [say('card'), card ? cardText(card) : undefined],
    [say('recipient'), recipient],
    [say('handle', { platform }), handle],
    [say('note'), note],
    [say('paymentReference'), stepOf(transaction, 'authorized')?.reference],
    [say('platformReference', { platform }), paidOut?.reference],
    [say('refundReference'), confirmedRefund(transaction)?.reference],
  ]);
}

/** The company and its license; what is not configured is omitted. */
function writeIssuer(sheet: Sheet, { say }: Texts, config: Config): void {
  const { COMPANY_NAME, COMPANY_LICENSE, COMPANY_REGULATOR } = config;
  const known = present([
    ['', COMPANY_NAME],
    [say('license'), COMPANY_LICENSE],
    [say('regulator'), COMPANY_REGULATOR],
  ]);
  if (known.length === 0) return;
  sheet.space(14);
  sheet.room(40);
  sheet.paragraph(say('issuer'), { size: 8.5, font: 'bold' });
  sheet.paragraph(known.map((pair) => pair.join(' ').trim()).join(' · '), { size: 8.5 });
}

function present(pairs: readonly (readonly [string, string | null | undefined])[]): readonly Pair[] {
  return pairs.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
