import type { Column, Look, Sheet } from './sheet.js';

/** A text, and a second one in small print below. */
export type Cell = string | readonly [text: string, below: string];

export interface Table {
  readonly columns: readonly Column[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The last row, in strong type. */
  readonly foot: readonly string[] | null;
}

const SIZE = 8.5;
const HEAD: Row['look'] = { size: 8, font: 'bold', color: 'muted', role: 'TH' };
const BELOW: Look = { size: 7.5, color: 'muted' };

/** A table with its head on every page; a row is never split between pages. */
export function writeTable(sheet: Sheet, { columns, head, rows, foot }: Table): void {
  const endTable = sheet.begin('Table');
  writeRow(sheet, columns, { cells: head, look: HEAD });
  for (const cells of rows) {
    if (sheet.room(heightOf(sheet, columns, cells) + 10)) repeatHead(sheet, columns, head);
    writeRow(sheet, columns, { cells, look: { size: SIZE, role: 'TD' } });
  }
  if (foot) {
    sheet.room(30);
    writeRow(sheet, columns, { cells: foot, look: { size: SIZE, font: 'bold', color: 'ink', role: 'TD' } });
  }
  endTable();
}

interface Row {
  readonly cells: readonly Cell[];
  readonly look: Look & Required<Pick<Look, 'role'>>;
}

function writeRow(sheet: Sheet, columns: readonly Column[], { cells, look }: Row): void {
  const { document } = sheet;
  const y = document.y + 5;
  const bottoms: number[] = [];
  sheet.group('TR', () => {
    columns.forEach(({ from, to, align = 'left' }, index) => {
      const [text, below] = partsOf(cells[index]);
      if (below === undefined) {
        bottoms.push(sheet.put(text, { ...look, align }, { from, to, y }));
        return;
      }
      sheet.group(look.role, () => {
        const end = sheet.put(text, { ...look, align, role: 'P' }, { from, to, y });
        bottoms.push(sheet.put(below, { ...BELOW, align }, { from, to, y: end + 1 }));
      });
    });
  });
  endRow(sheet, Math.max(...bottoms));
}

/** Read aloud, a table has one head: on the next pages it is decoration. */
function repeatHead(sheet: Sheet, columns: readonly Column[], head: readonly string[]): void {
  const y = sheet.document.y + 5;
  let bottom = y;
  sheet.decorate((document) => {
    columns.forEach(({ from, to, align = 'left' }, index) => {
      sheet.draw(head[index] ?? '', { ...HEAD, align }, { from, to, y });
      bottom = Math.max(bottom, document.y);
    });
  });
  endRow(sheet, bottom);
}

function endRow(sheet: Sheet, bottom: number): void {
  sheet.document.y = sheet.line(bottom + 3, 0.5);
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
