import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { EXTENDED } from './printable.js';
import { unpacked } from './woff.js';

type Document = PDFKit.PDFDocument;

/** Of Inter, like the screens; what is copied letter by letter has letters of one width. */
export type Typeface = 'regular' | 'bold' | 'code';

const WEIGHTS = { regular: 400, bold: 600 } as const;
const CODE = 'Courier-Bold';
const EXTENDED_RUNS = new RegExp(`(${EXTENDED.source}+)`, 'u');

/** Figures of one width, so that amounts align and keep their points apart. */
const FEATURES = ['tnum'];

/** Each by its name, read once for all documents; it has its further letters in a second file. */
const TYPEFACES: ReadonlyMap<string, Font> = new Map(
  Object.entries(WEIGHTS).flatMap(([name, weight]) => [
    [name, typefaceOf(`latin-${weight}`)],
    [extended(name), typefaceOf(`latin-ext-${weight}`)],
  ]),
);

/** Makes the typefaces known to a document by their names. */
export function registerTypefaces(document: Document): void {
  for (const [name, typeface] of TYPEFACES) {
    // The part of another letter has no letter of its own, and would have none in the texts of the next documents either.
    typeface._glyphs = {};
    document.registerFont(name, typeface as unknown as PDFKit.Mixins.PDFFontSource);
  }
  document.registerFont('code', CODE);
}

function typefaceOf(name: string): Font {
  const { resolve } = createRequire(import.meta.url);
  const file = readFileSync(resolve(`@fontsource/inter/files/inter-${name}-normal.woff`));
  const typeface = create(unpacked(file));
  const layout = typeface.layout.bind(typeface);
  typeface.layout = (text, features = FEATURES) => layout(text, features);
  return typeface;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly font: Typeface;
}

/** Writes a text in the color and size that are set, each letter from the file that has it. */
export function writeText(document: Document, text: string, { x, y, width, align, font }: Box): void {
  const runs = text.split(EXTENDED_RUNS).filter(Boolean);
  if (runs.length === 0 || (runs.length === 1 && !EXTENDED.test(text)) || font === 'code') {
    document.font(font).text(text, x, y, { width, align });
    return;
  }
  const fontOf = (run: string) => (EXTENDED.test(run) ? extended(font) : font);
  const widths = runs.map((run) => document.font(fontOf(run)).widthOfString(run));
  // Runs continue from left to right: one that ends at the right begins where it has to.
  const free = align === 'right' ? width - widths.reduce((sum, one) => sum + one, 0) : 0;
  const left = x + Math.max(0, free);
  runs.forEach((run, index) => {
    document.font(fontOf(run));
    const options = { width: x + width - left + 1, continued: index < runs.length - 1 };
    if (index === 0) document.text(run, left, y, options);
    else document.text(run, options);
  });
}

function extended(name: string): string {
  return `${name}-extended`;
}
