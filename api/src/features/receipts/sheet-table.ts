import { setImmediate } from 'node:timers/promises';
import { INK, LEFT, LINE, type Look, MUTED, type Column, type Sheet, WIDTH } from './sheet.js';

/** A text, and a second one in small print below. */
export type Cell = string | readonly [text: string, below: string];

export interface Table {
  readonly columns: readonly Column[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The last row, in strong type. */
  readonly foot: readonly string[];
}

/** A page has about thirty, which take some milliseconds; a statement has up to 2,000. */
const ROWS_AT_ONCE = 20;
const SIZE = 8.5;
const HEAD: Look = { size: 8, font: 'bold', color: MUTED };
const BELOW: Look = { size: 7.5, color: MUTED };

/** A table whose head is repeated on every page; a row is never split between pages. Others work on between rows. */
export async function writeTable(sheet: Sheet, { columns, head, rows, foot }: Table): Promise<void> {
  writeRow(sheet, columns, { cells: head, look: HEAD });
  for (const [index, cells] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) await setImmediate();
    if (sheet.room(heightOf(sheet, columns, cells) + 10))
      writeRow(sheet, columns, { cells: head, look: HEAD });
    writeRow(sheet, columns, { cells, look: { size: SIZE } });
  }
  sheet.room(30);
  writeRow(sheet, columns, { cells: foot, look: { size: SIZE, font: 'bold', color: INK } });
}

interface Row {
  readonly cells: readonly Cell[];
  readonly look: Look;
}

function writeRow(sheet: Sheet, columns: readonly Column[], { cells, look }: Row): void {
  const { document } = sheet;
  const y = document.y + 5;
  const bottoms = columns.map(({ from, to, align = 'left' }, index) => {
    const [text, below] = partsOf(cells[index]);
    const end = sheet.put(text, { ...look, align }, { from, to, y });
    return below === undefined ? end : sheet.put(below, { ...BELOW, align }, { from, to, y: end + 1 });
  });
  document.y = Math.max(...bottoms) + 3;
  document
    .moveTo(LEFT, document.y)
    .lineTo(LEFT + WIDTH, document.y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
}

function heightOf(sheet: Sheet, columns: readonly Column[], cells: readonly Cell[]): number {
  const heights = columns.map((column, index) => {
    const [text, below] = partsOf(cells[index]);
    const first = sheet.heightOf(text, { size: SIZE }, column);
    return below === undefined ? first : first + 1 + sheet.heightOf(below, BELOW, column);
  });
  return Math.max(...heights);
}

function partsOf(cell: Cell = ''): readonly [text: string, below?: string] {
  return typeof cell === 'string' ? [cell] : cell;
}
