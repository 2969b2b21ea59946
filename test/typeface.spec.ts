import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Font, openSync } from 'fontkit';
import { EXTENDED, printable } from '../api/src/documents/printable.js';

const SCREENS = 'node_modules/@fontsource-variable/inter/files';
const DOCUMENTS = 'node_modules/@fontsource/inter/files';
/** The widths of Helvetica, which are those of Arial. */
const WIDTHS = 'node_modules/pdfkit/js/data';
const LANGUAGES = ['en', 'es'];
const PRELOAD_LIMIT_BYTES = 50_000;
/** How much wider or narrower a text may be until the typeface is there. */
const WIDTH_TOLERANCE = 0.02;

const SPANISH = 'ÁÉÍÓÚÜÑáéíóúüñ¿¡ºª«»—–“”‘’…€$';
const NAMES = 'José Núñez, Zoë Brontë, François, Jürgen Groß, Ana-María O’Hara, João, Åse Ødegård, Þór';
const FURTHER_NAMES =
  'Łukasz Wiśniewski, Zdeněk Dvořák, Ayşe Yıldız, Ștefan, Őry, Đorđe Šarić, Ģirts, İbrahim';

const css = ['typeface', 'fallback-typeface']
  .map((name) => readFileSync(`web/src/ui/style/${name}.css`, 'utf8'))
  .join('');
const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, body = '']) =>
  Object.fromEntries(
    [...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  ),
);
const fileOf = (face: Readonly<Record<string, string>>) =>
  /files\/([\w-]+\.woff2)/.exec(face['src'] ?? '')?.[1] ?? '';
const screenFaces = faces.filter((face) => face['font-family'] === "'Inter'");
const fallbacks = faces.filter((face) => face['font-family'] === "'Inter fallback'");
const latinFace = screenFaces.find((face) => fileOf(face).includes('-latin-wght'));

/** A text that pages show, in each language. */
function textsOf(language: string): string {
  const folder = `web/public/locales/${language}`;
  const said = (texts: unknown): string =>
    typeof texts === 'string'
      ? texts
      : Object.values(texts as object)
          .map(said)
          .join(' ');
  return readdirSync(folder)
    .map((name) => said(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .join(' ');
}

function isIn(range: string | undefined, point: number): boolean {
  return (range ?? '').split(',').some((part) => {
    const [, from = '', to = from] = /U\+([\dA-F]+)(?:-([\dA-F]+))?/.exec(part) ?? [];
    return point >= Number.parseInt(from, 16) && point <= Number.parseInt(to, 16);
  });
}

const missingIn = (text: string, has: (point: number) => boolean) =>
  [...new Set(text)].filter((character) => !has(character.codePointAt(0) ?? 0));

/** Whether the browser takes a character from a face, and finds it there. */
const showsIn = (face: Readonly<Record<string, string>> | undefined) => {
  const font = openSync(join(SCREENS, fileOf(face ?? {})));
  return (point: number) => isIn(face?.['unicode-range'], point) && font.hasGlyphForCodePoint(point);
};

describe('the typeface of the screens', () => {
  it('is preloaded in one file of at most 50 KB, the one that the styles name', () => {
    const [, preloaded = ''] =
      /TYPEFACE = '\.\.\/([^']+)'/.exec(readFileSync('scripts/prerender.mjs', 'utf8')) ?? [];
    expect(preloaded).toBe(join(SCREENS, fileOf(latinFace ?? {})));
    expect(statSync(preloaded).size).toBeLessThanOrEqual(PRELOAD_LIMIT_BYTES);
    expect(screenFaces.map((face) => face['font-display'])).toEqual(['swap', 'swap']);
  });

  it('has Spanish and usual names in the preloaded file, and the names of Europe in the second', () => {
    const isLatin = showsIn(latinFace);
    expect(missingIn(SPANISH + NAMES, isLatin)).toEqual([]);
    const others = screenFaces.filter((face) => face !== latinFace).map(showsIn);
    expect(missingIn(FURTHER_NAMES, (point) => isLatin(point) || others.some((has) => has(point)))).toEqual(
      [],
    );
  });

  it.each(LANGUAGES)('has every letter and sign of the texts but arrows and marks: %s', (language) => {
    const missing = missingIn(textsOf(language), showsIn(latinFace));
    expect(missing.filter((character) => /[\p{L}\p{N}\p{P}\p{Sc}]/u.test(character))).toEqual([]);
  });

  it.each([
    [400, 'Helvetica', 0],
    [600, 'Helvetica-Bold', 1],
  ] as const)('moves nothing when it comes: weight %s, as wide as %s', (weight, name, place) => {
    const {
      'size-adjust': size = '',
      'ascent-override': ascent,
      'descent-override': descent,
    } = fallbacks[place] ?? {};
    const scale = Number.parseFloat(size) / 100;
    const inter = openSync(join(DOCUMENTS, `inter-latin-${String(weight)}-normal.woff`));
    const arial = widthsOf(name);
    for (const language of LANGUAGES) {
      const letters = textsOf(language).replaceAll(/[^A-Za-z ]/g, '');
      const [ours, theirs] = [widthIn(letters, inter), widthBy(letters, arial)];
      expect(Math.abs(ours / (theirs * scale) - 1)).toBeLessThan(WIDTH_TOLERANCE);
    }
    expect(Number.parseFloat(ascent ?? '') * scale).toBeCloseTo((inter.ascent / inter.unitsPerEm) * 100, 1);
    expect(Number.parseFloat(descent ?? '') * scale).toBeCloseTo(
      (-inter.descent / inter.unitsPerEm) * 100,
      1,
    );
    expect(inter.lineGap).toBe(0);
  });
});

describe('the typeface of documents', () => {
  const fonts = [400, 600].map((weight) =>
    ['latin', 'latin-ext'].map((subset) =>
      openSync(join(DOCUMENTS, `inter-${subset}-${String(weight)}-normal.woff`)),
    ),
  );

  it('has every character that a document writes as it is, each in the file that it is taken from', () => {
    for (const [latin, extended] of fonts) {
      const missing = Array.from({ length: 0x2_2ff }, (_, point) => String.fromCodePoint(point + 0x20))
        .filter((character) => character.trim() !== '' && printable(character) === character)
        .filter((character) => {
          const font = EXTENDED.test(character) ? extended : latin;
          return !font?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
        });
      expect(missing).toEqual([]);
    }
  });

  it('keeps Spanish and the names of Europe', () => {
    for (const text of [SPANISH, NAMES, FURTHER_NAMES]) expect(printable(text)).toBe(text);
  });
});

/** In ems, by the file of a font. */
function widthIn(text: string, font: Font): number {
  const widths = [...text].map((letter) => font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth);
  return widths.reduce((sum, width) => sum + width, 0) / font.unitsPerEm;
}

/** The same by a list of widths. */
function widthBy(text: string, widths: ReadonlyMap<string, number>): number {
  return [...text].reduce((sum, letter) => sum + (widths.get(letter) ?? 0), 0) / 1_000;
}

/** The widths of letters, of a thousand an em, in an AFM file. */
function widthsOf(name: string): ReadonlyMap<string, number> {
  const lines = readFileSync(join(WIDTHS, `${name}.afm`), 'utf8').matchAll(/WX (\d+) ; N (\w+) /g);
  return new Map(
    [...lines].map(([, width, letter = '']) => [letter === 'space' ? ' ' : letter, Number(width)]),
  );
}
