import { type Typeface, writeText } from './sheet-type.js';
import { printable } from './printable.js';

type Document = PDFKit.PDFDocument;
type Element = ReturnType<Document['struct']>;

/** US Letter with margins of three quarters of an inch, in points. */
export const PAGE = { width: 612, height: 792, margin: 54 } as const;
export const LEFT = PAGE.margin;
export const WIDTH = PAGE.width - 2 * PAGE.margin;
/** Above the page's number. */
const BOTTOM = PAGE.height - PAGE.margin - 24;

/** The light colors of the screens (web/src/ui/style/tokens.css). */
export const COLORS = {
  ink: '#1c1b18',
  muted: '#57544d',
  line: '#d9d8d1',
  accent: '#086148',
  accentSoft: '#e7f4ee',
  warning: '#8a5300',
} as const;

/** How a text looks. */
export interface Look {
  readonly size?: number;
  readonly font?: Typeface;
  readonly color?: keyof typeof COLORS;
  readonly align?: 'left' | 'right';
  /** What a screen reader calls it: a heading, a cell; a paragraph without. */
  readonly role?: Role;
}

/** Structure types of ISO 32000-1, 14.8.4. */
type Role = 'H1' | 'H2' | 'P' | 'Span' | 'Table' | 'TR' | 'TH' | 'TD';

/** The horizontal range of a text, as parts of the width. */
export interface Column {
  readonly from: number;
  readonly to: number;
  readonly align?: 'left' | 'right';
}

/** How much of a pair its label may take; the value has the rest, so that a long reference stays on its line. */
const LABEL_MAX = 0.42;
/** Between both, as a part of the page's width. */
const GAP = 0.02;

/** A page that is written from top to bottom, and continues on the next one. */
export class Sheet {
  /** What is written next is part of it. */
  private parent: Element;

  constructor(
    readonly document: Document,
    private readonly running: string,
    /** Writes a character that the typeface lacks. */
    private readonly inLatin: (character: string) => string,
  ) {
    this.parent = document.struct('Document');
    document.addStructure(this.parent);
  }

  title(text: string): void {
    this.space(14);
    this.paragraph(text, { size: 20, font: 'bold', role: 'H1' });
  }

  section(text: string): void {
    this.space(16);
    this.room(60);
    this.paragraph(text, { size: 12, font: 'bold', role: 'H2' });
    this.space(4);
  }

  paragraph(text: string, look: Look = {}): void {
    this.put(text, look, { from: 0, to: 1, y: this.document.y });
    this.space(3);
  }

  /** A label and its value on one line, which may end before the middle of the page or begin behind it. */
  pair(
    [label, value]: readonly [label: string, value: string],
    { font, size = 10, color = 'ink' }: Look = {},
    { from, to }: Column = { from: 0, to: 1 },
  ): void {
    this.room(18);
    const y = this.document.y;
    const name: Look = font === 'bold' ? { size, font, color } : { size, color: 'muted' };
    const middle = from + Math.min((to - from) * LABEL_MAX, this.widthOf(label, name) + GAP);
    this.group('P', () => {
      const below = this.put(label, { ...name, role: 'Span' }, { from, to: middle - GAP / 2, y });
      const look: Look = { size, color, align: 'right', role: 'Span', ...(font && { font }) };
      this.put(value, look, { from: middle, to, y });
      this.document.y = Math.max(below, this.document.y) + 5;
    });
  }

  rule(): void {
    this.document.y = this.line(this.document.y + 2, 0.75) + 7;
  }

  /** A line over the whole width; returns where it is. */
  line(y: number, thickness: number): number {
    this.decorate((document) => {
      document
        .moveTo(LEFT, y)
        .lineTo(LEFT + WIDTH, y)
        .lineWidth(thickness)
        .strokeColor(COLORS.line)
        .stroke();
    });
    return y;
  }

  space(points: number): void {
    this.document.y += points;
  }

  /** Begins a new page when less than this is left; true when it did. */
  room(points: number): boolean {
    if (this.document.y + points <= BOTTOM) return false;
    this.document.addPage();
    const y = this.document.y;
    this.decorate((document) => {
      drawMark(document, { y, size: 14 });
      this.draw('Flip', { size: 10, font: 'bold' }, { from: 0.04, to: 0.2, y: y + 3 });
      this.draw(this.running, { size: 9, color: 'muted', align: 'right' }, { from: 0.2, to: 1, y: y + 3 });
    });
    this.document.y = y + 16;
    this.rule();
    return true;
  }

  /** Writes a text between two parts of the width; returns where it ends. */
  put(text: string, look: Look, place: Place): number {
    const { role = 'P' } = look;
    const content = this.document.markStructureContent(role);
    this.parent.add(this.document.struct(role, {}, [content]));
    this.draw(text, look, place);
    this.document.endMarkedContent();
    return this.document.y;
  }

  /** Everything that `write` adds is part of one element. */
  group(role: Role, write: () => void): void {
    const end = this.begin(role);
    write();
    end();
  }

  /** What is written from now on is part of one element, until the returned function is called. */
  begin(role: Role): () => void {
    const outer = this.parent;
    this.parent = this.document.struct(role);
    outer.add(this.parent);
    return () => {
      this.parent = outer;
    };
  }

  /** What is not read aloud: lines, frames, colors, and what every page repeats. */
  decorate(draw: (document: Document) => void): void {
    this.document.markContent('Artifact', { type: 'Layout' });
    draw(this.document);
    this.document.endMarkedContent();
  }

  /** Writes without telling what it is: only for what is decoration, or has been put. */
  draw(
    text: string,
    { size = 10, font = 'regular', color = 'ink', align = 'left' }: Look,
    place: Place,
  ): void {
    const { from, to, y } = place;
    const box = { x: LEFT + from * WIDTH, y, width: (to - from) * WIDTH, align };
    writeText(this.document.fontSize(size).fillColor(COLORS[color]), this.shown(text), { ...box, font });
  }

  private shown(text: string): string {
    return printable(text, this.inLatin);
  }

  /** Of a line, as a part of the page's width. */
  private widthOf(text: string, { size = 10, font = 'regular' }: Look): number {
    return this.document.font(font).fontSize(size).widthOfString(this.shown(text)) / WIDTH;
  }

  /** How much a text would take, in points. */
  heightOf(text: string, { size = 10, font = 'regular' }: Look, { from, to }: Column): number {
    const options = { width: (to - from) * WIDTH };
    return this.document.font(font).fontSize(size).heightOfString(this.shown(text), options);
  }
}

/** Between two parts of the width, from the top. */
interface Place extends Omit<Column, 'align'> {
  readonly y: number;
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

/** Writes the bottom of every page; `{page}` and `{pages}` become numbers. */
export function writeFooters(
  document: Document,
  [left, right]: readonly [left: string, right: string],
): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(start + page);
    // The footer is in the margin, where a text would begin a new page.
    document.page.margins.bottom = 0;
    const y = PAGE.height - PAGE.margin - 8;
    const numbered = right.replace('{page}', String(page + 1)).replace('{pages}', String(count));
    document.markContent('Artifact', { type: 'Pagination' });
    document.font('regular').fontSize(8).fillColor(COLORS.muted);
    document.text(printable(left), LEFT, y, { width: WIDTH * 0.8, lineBreak: false });
    document.text(printable(numbered), LEFT, y, { width: WIDTH, align: 'right', lineBreak: false });
    document.endMarkedContent();
  }
}
