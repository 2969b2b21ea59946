import type { Config } from '../../config/config.js';
import type { Statement, StatementLine } from '../../kernel/receipts.js';
import type { Texts } from '../../documents/document-texts.js';
import { asideOf, footerOf } from '../../documents/document-frame.js';
import { type Column, pdfOf, type Sheet, WARNING } from '../../documents/sheet.js';
import { writeBoxes, writeHead, writeLead } from '../../documents/sheet-parts.js';
import { writeTable } from '../../documents/sheet-table.js';

const HEAD = ['date', 'recipient', 'status', 'amount', 'fees', 'total', 'refunded'];
const COLUMNS: readonly Column[] = [
  { from: 0, to: 0.09 },
  { from: 0.09, to: 0.39 },
  { from: 0.41, to: 0.56 },
  { from: 0.56, to: 0.67, align: 'right' },
  { from: 0.67, to: 0.78, align: 'right' },
  { from: 0.78, to: 0.89, align: 'right' },
  { from: 0.89, to: 1, align: 'right' },
];

/** The statement of a month on paper. */
export function statementPdf(statement: Statement, texts: Texts, config: Config): Promise<Buffer> {
  const { say } = texts;
  const { month, from, issuedAt, senderName: sender } = statement;
  const period = say('period', { month: texts.month(from), sender });
  return pdfOf(
    {
      title: `${say('statement')} ${month}`,
      language: texts.language,
      at: new Date(issuedAt),
      running: `${say('statement')} · ${period}`,
      footer: footerOf(texts, issuedAt),
    },
    async (sheet) => {
      writeHead(sheet, asideOf(config));
      sheet.title(say('statement'));
      writeLead(sheet, period, { text: texts.days(from, statement.to) });
      if (statement.testMode) sheet.paragraph(say('test'), { size: 9, font: 'bold', color: WARNING });
      await writeStatement(sheet, texts, statement);
    },
  );
}

async function writeStatement(
  sheet: Sheet,
  texts: Texts,
  { lines, sums, delivered, complete }: Statement,
): Promise<void> {
  const { say, money } = texts;
  writeBoxes(sheet, [
    [say('sumDelivered'), money(delivered.amount)],
    [say('sumFees'), money(delivered.fees)],
    [say('sumPaid'), money(sums.total)],
    [say('sumRefunded'), money(sums.refunded)],
  ]);
  sheet.section(say('transfers'));
  await writeTable(sheet, {
    columns: COLUMNS,
    head: HEAD.map((key) => say(`columns.${key}`)),
    rows: lines.map((line) => cellsOf(line, texts)),
    foot: [
      '',
      say('sum'),
      '',
      ...[sums.amount, sums.fees, sums.total, sums.refunded].map((amount) => money(amount)),
    ],
  });
  sheet.space(8);
  if (!complete) sheet.paragraph(say('incomplete', { count: lines.length }), { size: 8.5 });
  sheet.paragraph(`${say('basis')} ${say('zone')}`, { size: 8.5 });
}

function cellsOf(line: StatementLine, { say, money, day }: Texts) {
  const { at, recipient, platform, status, amount, fees, total, refunded } = line;
  return [
    day(at),
    [recipient, say('through', { platform })],
    say(`states.${status}`),
    ...[amount, fees, total].map((column) => money(column)),
    refunded === '0.00' ? '–' : money(refunded),
  ] as const;
}
