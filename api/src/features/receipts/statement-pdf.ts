import type { Config } from '../../config/config.js';
import type { Statement, StatementLine, StatementMonth } from '../../kernel/money/receipts.js';
import type { Texts } from '../../documents/document-texts.js';
import { asideOf, frameOf, testModePart } from '../../documents/document-frame.js';
import type { Paper, Part } from '../../documents/paper.js';
import type { Column } from '../../documents/sheet.js';

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
export interface StatementContent extends Omit<Statement, 'month' | 'previous' | 'next'> {
  /** "2026-11" or "2026" */
  readonly period: string;
  /** The oldest first; none where the period is one. */
  readonly months: readonly StatementMonth[];
}

/** The statement of a month or of a year on paper. */
export function statementPaper(statement: StatementContent, texts: Texts, config: Config): Paper {
  const { say } = texts;
  const { period, months, from, issuedAt, senderName: sender } = statement;
  const lead = say('period', { month: months.length > 0 ? period : texts.month(from), sender });
  return {
    ...frameOf(texts, issuedAt),
    title: `${say('statement')} ${period}`,
    running: `${say('statement')} · ${lead}`,
    parts: [
      ['head', asideOf(config)],
      ['title', say('statement')],
      ['lead', lead, { text: texts.days(from, statement.to) }],
      ...testModePart(texts, statement),
      ...statementParts(texts, statement),
    ],
  };
}

function statementParts(texts: Texts, statement: StatementContent): readonly Part[] {
  const { lines, sums, delivered, complete, months } = statement;
  const { say, money } = texts;
  const sumCells = [sums.amount, sums.fees, sums.total, sums.refunded].map((amount) => money(amount));
  const isYear = months.length > 0;
  const incomplete = say(isYear ? 'incompleteYear' : 'incomplete', { count: lines.length });
  return [
    [
      'boxes',
      [
        [say('sumDelivered'), money(delivered.amount)],
        [say('sumFees'), money(delivered.fees)],
        [say('sumPaid'), money(sums.total)],
        [say('sumRefunded'), money(sums.refunded)],
      ],
    ],
    ...(isYear ? monthParts(texts, { months, sumCells }) : []),
    ['section', say('transfers')],
    [
      'table',
      {
        columns: COLUMNS,
        head: HEAD.map((key) => say(`columns.${key}`)),
        rows: lines.map((line) => cellsOf(line, texts)),
        // Of a year with more transfers than it names, the months have the sums.
        foot: isYear && !complete ? null : ['', say('sum'), '', ...sumCells],
      },
    ],
    ['space', 8],
    ...(complete ? [] : [['paragraph', incomplete, { size: 8.5 }] as const]),
    ['paragraph', `${say('basis')} ${say('zone')}`, { size: 8.5 }],
  ];
}

interface Months {
  readonly months: StatementContent['months'];
  /** Of the whole year, as the last four columns. */
  readonly sumCells: readonly string[];
}

function monthParts({ say, money, month: nameOf }: Texts, { months, sumCells }: Months): readonly Part[] {
  return [
    ['section', say('byMonth')],
    [
      'table',
      {
        columns: MONTH_COLUMNS,
        head: MONTH_HEAD.map((key) => say(`columns.${key}`)),
        rows: months.map(({ month, transfers, sent, fees, paid, refunded }) => [
          nameOf(`${month}-15T12:00:00.000Z`),
          String(transfers),
          ...[sent, fees, paid].map((amount) => money(amount)),
          refunded === NOTHING ? '–' : money(refunded),
        ]),
        foot: [say('sum'), String(months.reduce((sum, { transfers }) => sum + transfers, 0)), ...sumCells],
      },
    ],
  ];
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
