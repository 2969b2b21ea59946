import type { Config } from '../../config/config.js';
import type { Statement, StatementLine, StatementMonth } from '../../kernel/receipts.js';
import type { Texts } from '../../documents/document-texts.js';
import { asideOf, footerOf } from '../../documents/document-frame.js';
import { type Column, pdfOf, type Sheet, WARNING } from '../../documents/sheet.js';
import { writeBoxes, writeHead, writeLead } from '../../documents/sheet-parts.js';
import { writeTable } from '../../documents/sheet-table.js';

const NOTHING = '0.00';
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

const MONTH_HEAD = ['month', 'count', 'amount', 'fees', 'total', 'refunded'];
const MONTH_COLUMNS: readonly Column[] = [
  { from: 0, to: 0.35 },
  { from: 0.35, to: 0.55, align: 'right' },
  ...COLUMNS.slice(-4),
];

/** What a statement on paper says of a month, or of a year with its months. */
export interface StatementPaper extends Omit<Statement, 'month' | 'previous' | 'next'> {
  /** "2026-11" or "2026" */
  readonly period: string;
  /** The oldest first; none where the period is one. */
  readonly months: readonly StatementMonth[];
}

/** The statement of a month or of a year on paper. */
export function statementPdf(statement: StatementPaper, texts: Texts, config: Config): Promise<Buffer> {
  const { say } = texts;
  const { period, months, from, issuedAt, senderName: sender } = statement;
  const lead = say('period', { month: months.length > 0 ? period : texts.month(from), sender });
  return pdfOf(
    {
      title: `${say('statement')} ${period}`,
      language: texts.language,
      at: new Date(issuedAt),
      running: `${say('statement')} · ${lead}`,
      footer: footerOf(texts, issuedAt),
    },
    async (sheet) => {
      writeHead(sheet, asideOf(config));
      sheet.title(say('statement'));
      writeLead(sheet, lead, { text: texts.days(from, statement.to) });
      if (statement.testMode) sheet.paragraph(say('test'), { size: 9, font: 'bold', color: WARNING });
      await writeStatement(sheet, texts, statement);
    },
  );
}

async function writeStatement(sheet: Sheet, texts: Texts, statement: StatementPaper): Promise<void> {
  const { lines, sums, delivered, complete, months } = statement;
  const { say, money } = texts;
  writeBoxes(sheet, [
    [say('sumDelivered'), money(delivered.amount)],
    [say('sumFees'), money(delivered.fees)],
    [say('sumPaid'), money(sums.total)],
    [say('sumRefunded'), money(sums.refunded)],
  ]);
  const sumCells = [sums.amount, sums.fees, sums.total, sums.refunded].map((amount) => money(amount));
  if (months.length > 0) await writeMonths(sheet, texts, { months, sumCells });
  sheet.section(say('transfers'));
  await writeTable(sheet, {
    columns: COLUMNS,
    head: HEAD.map((key) => say(`columns.${key}`)),
    rows: lines.map((line) => cellsOf(line, texts)),
    // Of a year with more transfers than it names, the months have the sums.
    foot: months.length > 0 && !complete ? null : ['', say('sum'), '', ...sumCells],
  });
  sheet.space(8);
  if (!complete)
    sheet.paragraph(say(months.length > 0 ? 'incompleteYear' : 'incomplete', { count: lines.length }), {
      size: 8.5,
    });
  sheet.paragraph(`${say('basis')} ${say('zone')}`, { size: 8.5 });
}

interface Months {
  readonly months: StatementPaper['months'];
  /** Of the whole year, as the last four columns. */
  readonly sumCells: readonly string[];
}

async function writeMonths(
  sheet: Sheet,
  { say, money, month: nameOf }: Texts,
  { months, sumCells }: Months,
): Promise<void> {
  sheet.section(say('byMonth'));
  await writeTable(sheet, {
    columns: MONTH_COLUMNS,
    head: MONTH_HEAD.map((key) => say(`columns.${key}`)),
    rows: months.map(({ month, transfers, sent, fees, paid, refunded }) => [
      nameOf(`${month}-15T12:00:00.000Z`),
      String(transfers),
      ...[sent, fees, paid].map((amount) => money(amount)),
      refunded === NOTHING ? '–' : money(refunded),
    ]),
    foot: [say('sum'), String(months.reduce((sum, { transfers }) => sum + transfers, 0)), ...sumCells],
  });
}

function cellsOf(line: StatementLine, { say, money, day }: Texts) {
  const { at, recipient, platform, status, amount, fees, total, refunded } = line;
  return [
    day(at),
    [recipient, say('through', { platform })],
    say(`states.${status}`),
    ...[amount, fees, total].map((column) => money(column)),
    refunded === NOTHING ? '–' : money(refunded),
  ] as const;
}
