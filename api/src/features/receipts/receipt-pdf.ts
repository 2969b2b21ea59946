import type { Config } from '../../config/config.js';
import { asideOf, frameOf, testModePart } from '../../documents/document-frame.js';
import type { Texts } from '../../documents/document-texts.js';
import type { Paper, Part } from '../../documents/paper.js';
import type { Pair } from '../../documents/sheet-parts.js';
import { receiptLinesOf, type ReceiptFacts, type ReceiptLines } from '../../kernel/money/receipts.js';
import type { Transaction } from '../../kernel/money/transfers.js';

interface Receipt {
  readonly transaction: Transaction;
  readonly facts: ReceiptFacts;
}

/** The receipt of a transfer on paper. */
export function receiptPaper(receipt: Receipt, texts: Texts, config: Config): Paper {
  const { say } = texts;
  const { code, issuedAt } = receipt.facts;
  return {
    ...frameOf(texts, issuedAt),
    title: say('receipt'),
    running: `${say('receipt')} · ${code}`,
    parts: [['head', asideOf(config)], ...receiptParts(texts, receipt), ...issuerParts(texts, config)],
  };
}

function receiptParts(texts: Texts, { transaction, facts }: Receipt): readonly Part[] {
  const { say, money, moment } = texts;
  const { amount, recipient, platform, status } = transaction;
  const lines = receiptLinesOf(transaction);
  const sent = { sender: facts.senderName, amount: money(amount), recipient, platform };
  const isDelivered = status === 'delivered';
  const times = lines.times.map(([step, at]): Pair => [say(`steps.${step}`), moment(at)]);
  const details = lines.details.map(([name, value]): Pair => [say(name, { platform }), value]);
  const state = {
    text: say(`states.${status}`),
    font: 'bold',
    color: isDelivered ? 'accent' : 'muted',
  } as const;
  return [
    ['title', say('receipt')],
    ['lead', say('sent', sent), state],
    ...testModePart(texts, facts),
    ...amountParts(texts, { ...transaction, ...lines }),
    ...(isDelivered ? [['banner', [say('got', { recipient }), money(amount)]] as const] : []),
    ['section', say('times')],
    ['columns', times, details],
    ['space', 2],
    ['paragraph', `${say('zone')} ${say('id')}: ${transaction.id}`, { size: 8.5 }],
    ['code', [say('code'), facts.code], say('check', { url: facts.checkUrl })],
  ];
}

function amountParts(
  { say, money }: Texts,
  { amount, fees, refund }: Pick<Transaction, 'amount' | 'fees'> & Pick<ReceiptLines, 'refund'>,
): readonly Part[] {
  return [
    ['section', say('amounts')],
    ['pair', [say('amount'), money(amount)]],
    ['pair', [say('flipFee'), money(fees.breakdown.flipFee)]],
    ['pair', [say('processingFee'), money(fees.breakdown.processingFee)]],
    ['rule'],
    ['pair', [say('totalFee'), money(fees.totalFee)]],
    ['rule'],
    ['pair', [say('total'), money(fees.total)], { font: 'bold', size: 13 }],
    ...(refund ? ([['rule'], ['pair', [say(refund[0]), money(refund[1])], { font: 'bold' }]] as const) : []),
  ];
}

/** The company and its license; what is not configured is omitted. */
function issuerParts({ say }: Texts, config: Config): readonly Part[] {
  const { COMPANY_NAME, COMPANY_LICENSE, COMPANY_REGULATOR } = config;
  const known = [
    COMPANY_NAME,
    COMPANY_LICENSE && `${say('license')} ${COMPANY_LICENSE}`,
    COMPANY_REGULATOR && `${say('regulator')} ${COMPANY_REGULATOR}`,
  ].filter(Boolean);
  if (known.length === 0) return [];
  return [
    ['space', 14],
    ['room', 40],
    ['paragraph', say('issuer'), { size: 8.5, font: 'bold' }],
    ['paragraph', known.join(' · '), { size: 8.5 }],
  ];
}
