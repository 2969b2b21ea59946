import { COLORS, drawMark, LEFT, type Look, type Sheet, WIDTH } from './sheet.js';

export type Pair = readonly [label: string, value: string];

/** Space between a frame and its content, in points. */
const PADDING = 10;
/** The same, as a part of the width. */
const INSET = PADDING / WIDTH;

/** The mark and the name, and lines of small print opposite. */
export function writeHead(sheet: Sheet, aside: readonly string[]): void {
  const { document } = sheet;
  const { y } = document;
  sheet.decorate(() => {
    drawMark(document, { y, size: 26 });
  });
  sheet.put('Flip', { size: 16, font: 'bold' }, { from: 34 / WIDTH, to: 0.4, y: y + 7 });
  aside.forEach((line, index) => {
    sheet.put(line, { size: 9, color: 'muted', align: 'right' }, { from: 0.4, to: 1, y: y + 2 + index * 12 });
  });
  document.y = y + 34;
  sheet.rule();
}

/** What the document is about, and a short text opposite. */
export function writeLead(sheet: Sheet, text: string, aside: Look & { readonly text: string }): void {
  const { y } = sheet.document;
  const look: Look = { size: 10, color: 'muted', align: 'right', ...aside };
  sheet.put(aside.text, look, { from: 0.74, to: 1, y: y + 1 });
  const asideBottom = sheet.document.y;
  sheet.put(text, { size: 11, color: 'muted' }, { from: 0, to: 0.72, y });
  sheet.document.y = Math.max(asideBottom, sheet.document.y) + 4;
}

/** Two columns of pairs side by side. */
export function writePairColumns(sheet: Sheet, left: readonly Pair[], right: readonly Pair[]): void {
  sheet.room(18 * Math.max(left.length, right.length));
  const { y } = sheet.document;
  const ends = [
    { pairs: left, from: 0, to: 0.43 },
    { pairs: right, from: 0.47, to: 1 },
  ].map(({ pairs, from, to }) => {
    sheet.document.y = y;
    for (const pair of pairs) sheet.pair(pair, { size: 9 }, { from, to });
    return sheet.document.y;
  });
  sheet.document.y = Math.max(...ends);
}

/** A label and its value on the product's color. */
export function writeBanner(sheet: Sheet, [label, value]: Pair): void {
  sheet.space(6);
  const height = sheet.heightOf(label, { size: 10 }, { from: INSET, to: 0.7 }) + 2 * PADDING;
  sheet.room(height);
  const { y } = sheet.document;
  sheet.decorate((document) => {
    document.roundedRect(LEFT, y, WIDTH, height, 5).fill(COLORS.accentSoft);
  });
  const middle = y + PADDING + 1;
  sheet.group('P', () => {
    sheet.put(label, { color: 'accent', role: 'Span' }, { from: INSET, to: 0.7, y: middle });
    const look: Look = { color: 'accent', font: 'bold', align: 'right', role: 'Span' };
    sheet.put(value, look, { from: 0.7, to: 1 - INSET, y: middle });
  });
  sheet.document.y = y + height;
}

/** Sums in a row of boxes. */
export function writeBoxes(sheet: Sheet, pairs: readonly Pair[]): void {
  const { document } = sheet;
  sheet.space(8);
  const { y } = document;
  const height = 46;
  sheet.decorate(() => {
    document.lineWidth(0.75).strokeColor(COLORS.line).roundedRect(LEFT, y, WIDTH, height, 5).stroke();
    for (let index = 1; index < pairs.length; index += 1) {
      const x = LEFT + (index / pairs.length) * WIDTH;
      document
        .moveTo(x, y)
        .lineTo(x, y + height)
        .stroke();
    }
  });
  pairs.forEach(([label, value], index) => {
    const from = index / pairs.length + INSET;
    const to = (index + 1) / pairs.length;
    sheet.group('P', () => {
      sheet.put(label, { size: 8, color: 'muted', role: 'Span' }, { from, to, y: y + PADDING });
      sheet.put(value, { size: 13, font: 'bold', color: 'ink', role: 'Span' }, { from, to, y: y + 23 });
    });
  });
  document.y = y + height;
}

/** A label and its value in large type, and a text opposite, in a frame. */
export function writeCode(sheet: Sheet, [label, code]: Pair, aside: string): void {
  const { document } = sheet;
  sheet.space(14);
  sheet.room(54);
  const { y } = document;
  sheet.decorate(() => {
    document.lineWidth(0.75).strokeColor(COLORS.line).roundedRect(LEFT, y, WIDTH, 50, 5).stroke();
  });
  sheet.group('P', () => {
    sheet.put(label, { size: 8.5, color: 'muted', role: 'Span' }, { from: INSET, to: 0.4, y: y + PADDING });
    sheet.put(code, { size: 15, font: 'code', role: 'Span' }, { from: INSET, to: 0.4, y: y + 24 });
  });
  sheet.put(aside, { size: 9, color: 'muted' }, { from: 0.44, to: 1 - INSET, y: y + 20 });
  document.y = y + 50;
}
