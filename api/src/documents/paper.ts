import inLatin from 'any-ascii';
import PDFDocument from 'pdfkit';
import type { Locale } from '../kernel/people/accounts.js';
import { PAGE, Sheet, writeFooters } from './sheet.js';
import { writeBanner, writeBoxes, writeCode, writeHead, writeLead, writePairColumns } from './sheet-parts.js';
import { writeTable } from './sheet-table.js';
import { registerTypefaces } from './sheet-type.js';

type Document = PDFKit.PDFDocument;

/** How each kind of part is written. */
const WRITERS = {
  head: writeHead,
  lead: writeLead,
  columns: writePairColumns,
  banner: writeBanner,
  boxes: writeBoxes,
  code: writeCode,
  table: writeTable,
  title: (sheet: Sheet, ...content: Parameters<Sheet['title']>) => sheet.title(...content),
  section: (sheet: Sheet, ...content: Parameters<Sheet['section']>) => sheet.section(...content),
  paragraph: (sheet: Sheet, ...content: Parameters<Sheet['paragraph']>) => sheet.paragraph(...content),
  pair: (sheet: Sheet, ...content: Parameters<Sheet['pair']>) => sheet.pair(...content),
  rule: (sheet: Sheet) => sheet.rule(),
  space: (sheet: Sheet, ...content: Parameters<Sheet['space']>) => sheet.space(...content),
  /** The next parts stay together when they take no more than these points. */
  room: (sheet: Sheet, points: number): void => void sheet.room(points),
};
type Writers = typeof WRITERS;

/** A part of a document: its kind, and what its writer takes. */
export type Part = {
  readonly [Kind in keyof Writers]: Parameters<Writers[Kind]> extends [Sheet, ...infer Content]
    ? readonly [kind: Kind, ...content: Content]
    : never;
}[keyof Writers];

/** A document as plain data: its metadata, the text above and below every page, and its parts from top to bottom. */
export interface Paper {
  readonly title: string;
  readonly language: Locale;
  /** ISO 8601 */
  readonly issuedAt: string;
  /** At the top of every page but the first. */
  readonly running: string;
  /** At the bottom of every page; `{page}` and `{pages}` on the right are numbers. */
  readonly footer: readonly [left: string, right: string];
  /** Printed at the end where a text had to be written with other letters than its own. */
  readonly transliterated: string;
  readonly parts: readonly Part[];
}

/** Writes a paper as a tagged PDF file. */
export async function pdfOf(paper: Paper): Promise<Buffer> {
  const { title, language, issuedAt } = paper;
  const document = new PDFDocument({
    size: 'LETTER',
    margin: PAGE.margin,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: 'Flip', CreationDate: new Date(issuedAt) },
  });
  registerTypefaces(document);
  const file = fileOf(document);
  writeParts(document, paper);
  document.end();
  return file;
}

function writeParts(document: Document, { parts, running, footer, transliterated }: Paper): void {
  const rewritten: string[] = [];
  const sheet = new Sheet(document, running, (character) => {
    rewritten.push(character);
    return inLatin(character);
  });
  for (const [kind, ...content] of parts) {
    const write = WRITERS[kind] as (sheet: Sheet, ...content: readonly unknown[]) => void;
    write(sheet, ...content);
  }
  if (rewritten.length > 0) sheet.paragraph(transliterated, { size: 8.5 });
  writeFooters(document, footer);
}

function fileOf(document: Document): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    document.on('error', reject);
  });
}
