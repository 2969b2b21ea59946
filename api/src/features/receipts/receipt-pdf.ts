import type { Config } from '../../config/config.js';
import { receiptLinesOf, type ReceiptFacts, type ReceiptLines } from '../../kernel/receipts.js';
import type { Transaction } from '../../kernel/transfers.js';
import { asideOf, footerOf } from '../../documents/document-frame.js';
import type { Texts } from '../../documents/document-texts.js';
import { ACCENT, pdfOf, type Sheet, WARNING } from '../../documents/sheet.js';
import {
  writeBanner,
  writeCode,
  writeHead,
  writeLead,
  writePairColumns,
} from '../../documents/sheet-parts.js';

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
  const { say, money, moment } = texts;
  const { amount, recipient, platform, status } = transaction;
  const lines = receiptLinesOf(transaction);
  sheet.title(say('receipt'));
  const sent = { sender: facts.senderName, amount: money(amount), recipient, platform };
  const isDelivered = status === 'delivered';
  writeLead(sheet, say('sent', sent), {
    text: say(`states.${status}`),
    font: 'bold',
    ...(isDelivered && { color: ACCENT }),
  });
  if (facts.testMode) sheet.paragraph(say('test'), { size: 9, font: 'bold', color: WARNING });
  writeAmounts(sheet, texts, { ...transaction, ...lines });
  if (isDelivered) writeBanner(sheet, [say('got', { recipient }), money(amount)]);
  sheet.section(say('times'));
  writePairColumns(
    sheet,
    lines.times.map(([step, at]) => [say(`steps.${step}`), moment(at)]),
    lines.details.map(([name, value]) => [say(name, { platform }), value]),
  );
  sheet.space(2);
  sheet.paragraph(`${say('zone')} ${say('id')}: ${transaction.id}`, { size: 8.5 });
  writeCode(sheet, [say('code'), facts.code], say('check', { url: facts.checkUrl }));
}

function writeAmounts(
  sheet: Sheet,
  { say, money }: Texts,
  { amount, fees, refund }: Pick<Transaction, 'amount' | 'fees'> & Pick<ReceiptLines, 'refund'>,
): void {
  sheet.section(say('amounts'));
  sheet.pair([say('amount'), money(amount)]);
  sheet.pair([say('flipFee'), money(fees.breakdown.flipFee)]);
  sheet.pair([say('processingFee'), money(fees.breakdown.processingFee)]);
  sheet.rule();
  sheet.pair([say('totalFee'), money(fees.totalFee)]);
  sheet.rule();
  sheet.pair([say('total'), money(fees.total)], { font: 'bold', size: 13 });
  if (!refund) return;
  sheet.rule();
  const [name, returned] = refund;
  sheet.pair([say(name), money(returned)], { font: 'bold' });
}

/** The company and its license; what is not configured is omitted. */
function writeIssuer(sheet: Sheet, { say }: Texts, config: Config): void {
  const { COMPANY_NAME, COMPANY_LICENSE, COMPANY_REGULATOR } = config;
  const known = [
    COMPANY_NAME,
    COMPANY_LICENSE && `${say('license')} ${COMPANY_LICENSE}`,
    COMPANY_REGULATOR && `${say('regulator')} ${COMPANY_REGULATOR}`,
  ].filter(Boolean);
  if (known.length === 0) return;
  sheet.space(14);
  sheet.room(40);
  sheet.paragraph(say('issuer'), { size: 8.5, font: 'bold' });
  sheet.paragraph(known.join(' · '), { size: 8.5 });
}
