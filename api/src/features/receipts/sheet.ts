import type { Locale } from '../../kernel/accounts.js';
import { printable } from './printable.js';

type Document = PDFKit.PDFDocument;

/** US Letter with margins of three quarters of an inch, in points. */
const PAGE = { width: 612, height: 792, margin: 54 } as const;
export const LEFT = PAGE.margin;
export const WIDTH = PAGE.width - 2 * PAGE.margin;
/** Above the page's number. */
const BOTTOM = PAGE.height - PAGE.margin - 24;
const FONTS = { regular: 'Helvetica', bold: 'Helvetica-Bold', code: 'Courier-Bold' } as const;

/** The light colors of the screens (web/src/ui/tokens.css). */
export const INK = '#1c1b18';
export const MUTED = '#57544d';
export const LINE = '#d9d8d1';
export const ACCENT = '#086148';
export const ACCENT_SOFT = '#e7f4ee';
export const WARNING = '#8a5300';

/** How a text looks. */
export interface Look {
  readonly size?: number;
  readonly font?: keyof typeof FONTS;
  readonly color?: string;
  readonly align?: 'left' | 'right';
}

/** The horizontal range of a text, as parts of the width. */
export interface Column {
  readonly from: number;
  readonly to: number;
  readonly align?: 'left' | 'right';
}

/** A PDF file's metadata, and the text above and below every page. */
export interface SheetOptions {
  readonly title: string;
  readonly language: Locale;
  readonly at: Date;
  /** At the top of every page but the first. */
  readonly running: string;
  readonly footer: (page: number, pages: number) => readonly [left: string, right: string];
}

/** Writes a PDF document. The libraries are loaded by the first one: most starts never need them. */
export async function pdfOf(
  options: SheetOptions,
  write: (sheet: Sheet) => void | Promise<void>,
): Promise<Buffer> {
  const [{ default: PDFDocument }, { default: inLatin }] = await Promise.all([
    import('pdfkit'),
    import('any-ascii'),
  ]);
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
  await write(new Sheet(document, options.running, (text) => printable(text, inLatin)));
  writeFooters(document, options);
  document.end();
  return done;
}

/** A page that is written from top to bottom, and continues on the next one. */
export class Sheet {
  constructor(
    readonly document: Document,
    private readonly running: string,
    private readonly shown: (text: string) => string,
  ) {}

  title(text: string): void {
    this.space(14);
    this.paragraph(text, { size: 20, font: 'bold' });
  }

  section(text: string): void {
    this.space(16);
    this.room(60);
    this.paragraph(text, { size: 12, font: 'bold' });
    this.space(4);
  }

  paragraph(text: string, look: Look = {}): void {
    this.put(text, look, { from: 0, to: 1, y: this.document.y });
    this.space(3);
  }

  /** A label and its value on one line, which may end before the middle of the page or begin behind it. */
  pair(
    [label, value]: readonly [label: string, value: string],
    { font, size = 10, color = INK }: Look = {},
    { from, to }: Column = { from: 0, to: 1 },
  ): void {
    this.room(18);
    const y = this.document.y;
    const middle = from + (to - from) * 0.42;
    const name: Look = font === 'bold' ? { size, font, color } : { size, color: MUTED };
    const below = this.put(label, name, { from, to: middle - 0.01, y });
    this.put(value, { size, color, align: 'right', ...(font && { font }) }, { from: middle, to, y });
    this.document.y = Math.max(below, this.document.y) + 5;
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

  /** Begins a new page when less than this is left; true when it did. */
  room(points: number): boolean {
    if (this.document.y + points <= BOTTOM) return false;
    this.document.addPage();
    const y = this.document.y;
    drawMark(this.document, { y, size: 14 });
    this.put('Flip', { size: 10, font: 'bold' }, { from: 0.04, to: 0.2, y: y + 3 });
    this.put(this.running, { size: 9, color: MUTED, align: 'right' }, { from: 0.2, to: 1, y: y + 3 });
    this.document.y = y + 16;
    this.rule();
    return true;
  }

  /** Writes a text between two parts of the width; returns where it ends. */
  put(text: string, look: Look, { from, to, y }: Omit<Column, 'align'> & { readonly y: number }): number {
    const { color = INK, align = 'left' } = look;
    this.styled(look)
      .fillColor(color)
      .text(this.shown(text), LEFT + from * WIDTH, y, { width: (to - from) * WIDTH, align });
    return this.document.y;
  }

  /** How much a text would take, in points. */
  heightOf(text: string, look: Look, { from, to }: Column): number {
    return this.styled(look).heightOfString(this.shown(text), { width: (to - from) * WIDTH });
  }

  private styled({ size = 10, font = 'regular' }: Look): Document {
    return this.document.font(FONTS[font]).fontSize(size);
  }
}

/** The product's mark (web/public/favicon.svg). */
export function drawMark(
  document: Document,
  { y, size }: { readonly y: number; readonly size: number },
): void {
  document.save();
  document.translate(LEFT, y).scale(size / 32);
  document.roundedRect(0, 0, 32, 32, 8).fill('#0b7a5b');
  document.path('M9 8h14.5l-5 6H9z').fill('#ffffff');
  // White of 72%, as it looks on the green.
  document.path('M9 16h9.5l-5 6H9z').fill('#bbdad2');
  document.restore();
}

function writeFooters(document: Document, { footer }: SheetOptions): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(start + page);
    // The footer is in the margin, where a text would begin a new page.
    document.page.margins.bottom = 0;
    const y = PAGE.height - PAGE.margin - 8;
    const [left, right] = footer(page + 1, count).map((text) => printable(text));
    document.font(FONTS.regular).fontSize(8).fillColor(MUTED);
    document.text(left ?? '', LEFT, y, { width: WIDTH * 0.8, lineBreak: false });
    document.text(right ?? '', LEFT, y, { width: WIDTH, align: 'right', lineBreak: false });
  }
}
