import type { Locale } from '../kernel/accounts.js';

type Document = PDFKit.PDFDocument;

/** US Letter with margins of three quarters of an inch, in points. */
const PAGE = { width: 612, height: 792, margin: 54 } as const;
const LEFT = PAGE.margin;
const WIDTH = PAGE.width - 2 * PAGE.margin;
/** Above the page's number. */
const BOTTOM = PAGE.height - PAGE.margin - 24;
const FONTS = { regular: 'Helvetica', bold: 'Helvetica-Bold', code: 'Courier-Bold' } as const;
const INK = '#1a1a18';
const MUTED = '#5f5e58';
const LINE = '#d9d8d1';
const ACCENT = '#0b7a57';

/** How a text looks. */
interface Look {
  readonly size?: number;
  readonly font?: keyof typeof FONTS;
  readonly color?: string;
  readonly align?: 'left' | 'right';
}

/** A column of a table: where it begins and ends, as parts of the width. */
export interface Column {
  readonly from: number;
  readonly to: number;
  readonly align?: 'left' | 'right';
}

/** What a PDF file says of itself, and what stands below every page. */
export interface SheetOptions {
  readonly title: string;
  readonly language: Locale;
  readonly at: Date;
  readonly footer: (page: number, pages: number) => readonly [left: string, right: string];
}

/** Writes a PDF document. The library is loaded by the first one: most starts never need it. */
export async function pdfOf(options: SheetOptions, write: (sheet: Sheet) => void): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'LETTER',
    margin: PAGE.margin,
    bufferPages: true,
    lang: options.language,
    displayTitle: true,
    info: { Title: options.title, Author: 'Flip', CreationDate: options.at },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    document.on('error', reject);
  });
  write(new Sheet(document));
  writeFooters(document, options);
  document.end();
  return done;
}

/** A page that is written from top to bottom, and goes on on the next one. */
export class Sheet {
  constructor(private readonly document: Document) {}

  /** The name at the top, and a line of small print opposite. */
  head(name: string, aside: string): void {
    const y = this.document.y;
    this.put(name, { size: 18, font: 'bold', color: ACCENT }, { from: 0, to: 0.4, y });
    this.put(aside, { size: 9, color: MUTED, align: 'right' }, { from: 0.4, to: 1, y: y + 5 });
    this.document.y = y + 26;
    this.rule();
  }

  title(text: string): void {
    this.space(14);
    this.paragraph(text, { size: 20, font: 'bold' });
  }

  section(text: string): void {
    this.space(14);
    this.room(48);
    this.paragraph(text, { size: 12, font: 'bold' });
    this.space(4);
  }

  paragraph(text: string, look: Look = {}): void {
    this.put(text, look, { from: 0, to: 1, y: this.document.y });
    this.space(3);
  }

  /** A label and its value on one line. */
  pair(label: string, value: string, { font, size, color }: Look = {}): void {
    this.room(18);
    const y = this.document.y;
    const below = this.put(
      label,
      { size: size ?? 10, color: MUTED, ...(font === 'bold' && { font, color: INK }) },
      { from: 0, to: 0.5, y },
    );
    this.put(
      value,
      { size: size ?? 10, align: 'right', ...(font && { font }), ...(color && { color }) },
      { from: 0.5, to: 1, y },
    );
    this.document.y = Math.max(below, this.document.y) + 5;
  }

  /** One row of a table; a row is never split between pages. */
  row(columns: readonly Column[], cells: readonly string[], look: Look = {}): void {
    this.room(28);
    const y = this.document.y;
    const bottoms = columns.map(({ from, to, align = 'left' }, index) =>
      this.put(cells[index] ?? '', { size: 8.5, ...look, align }, { from, to, y }),
    );
    this.document.y = Math.max(...bottoms) + 4;
  }

  rule(): void {
    const y = this.document.y + 2;
    this.document
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(0.75)
      .strokeColor(LINE)
      .stroke();
    this.document.y = y + 7;
  }

  space(points: number): void {
    this.document.y += points;
  }

  /** Begins a new page when less than this is left. */
  private room(points: number): void {
    if (this.document.y + points > BOTTOM) this.document.addPage();
  }

  /** Writes a text between two parts of the width; returns where it ends. */
  private put(
    text: string,
    { size = 10, font = 'regular', color = INK, align = 'left' }: Look,
    { from, to, y }: { readonly from: number; readonly to: number; readonly y: number },
  ): number {
    this.document
      .font(FONTS[font])
      .fontSize(size)
      .fillColor(color)
      .text(printable(text), LEFT + from * WIDTH, y, { width: (to - from) * WIDTH, align });
    return this.document.y;
  }
}

function writeFooters(document: Document, { footer }: SheetOptions): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(start + page);
    // The footer stands in the margin, where a text would begin a new page.
    document.page.margins.bottom = 0;
    const y = PAGE.height - PAGE.margin - 8;
    const [left, right] = footer(page + 1, count).map(printable);
    document.font(FONTS.regular).fontSize(8).fillColor(MUTED);
    document.text(left ?? '', LEFT, y, { width: WIDTH * 0.8, lineBreak: false });
    document.text(right ?? '', LEFT, y, { width: WIDTH, align: 'right', lineBreak: false });
  }
}

/** What the fonts of every PDF reader can show besides ASCII and Latin-1. */
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** The text in letters that these fonts have: a letter with an unknown accent loses it, any other becomes "?". */
export function printable(text: string): string {
  // Intl separates hours and day periods with narrow spaces.
  const spaced = text.normalize('NFC').replaceAll(/[\u202f\u2009\u2007]/g, ' ');
  return Array.from(spaced, (character) => {
    if (isPrintable(character)) return character;
    const [base = ''] = character.normalize('NFKD');
    return isPrintable(base) ? base : '?';
  }).join('');
}

function isPrintable(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return (point >= 0x20 && point < 0x7f) || (point >= 0xa0 && point <= 0xff) || EXTRA.includes(character);
}
