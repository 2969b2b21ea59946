import { createRequire } from 'node:module';
import { EXTENDED } from './printable.js';

type Document = PDFKit.PDFDocument;

/** Of Inter, like the screens; what is copied letter by letter has letters of one width. */
export type Typeface = 'regular' | 'bold' | 'code';

const WEIGHTS = { regular: 400, bold: 600 } as const;
const CODE = 'Courier-Bold';
const EXTENDED_RUNS = new RegExp(`(${EXTENDED.source}+)`, 'u');

/** Makes the typefaces known to a document by their names; each has its further letters in a second file. */
export function registerTypefaces(document: Document): void {
  const { resolve } = createRequire(import.meta.url);
  for (const [name, weight] of Object.entries(WEIGHTS))
    for (const subset of ['latin', 'latin-ext'])
      document.registerFont(
        subset === 'latin' ? name : extended(name),
        resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`),
      );
  document.registerFont('code', CODE);
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
  // Runs go on from left to right: one that ends at the right begins where it has to.
  const free = align === 'right' ? width - widths.reduce((sum, one) => sum + one, 0) : 0;
  const left = x + Math.max(0, free);
  runs.forEach((run, index) => {
    document.font(fontOf(run));
    const options = { width: x + width - left + 1, continued: index < runs.length - 1 };
    if (index === 0) document.text(run, left, y, options);
    else document.text(run, options);
  });
}

const extended = (name: string) => `${name}-extended`;
