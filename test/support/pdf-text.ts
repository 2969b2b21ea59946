import { inflateSync } from 'node:zlib';

/** The text of a PDF as its reader sees it, one line per written piece of text. */
export function pdfText(bytes: Buffer): string {
  const objects = objectsOf(bytes.toString('latin1'));
  const fonts = fontsOf(objects);
  const lines: Line[] = [];
  for (const { stream } of objects.values())
    for (const [, y = '', name = '', pieces = ''] of stream.matchAll(PIECES)) {
      const font = fonts.get(name) ?? PLAIN;
      const line = { text: shown(pieces, font), y, font };
      const last = lines.at(-1);
      if (last && goesOn(last, line)) lines.splice(-1, 1, { ...line, text: last.text + line.text });
      else lines.push(line);
    }
  return lines.map(({ text }) => text).join('\n');
}

const PIECES = /1 0 0 1 \S+ (\S+) Tm\n\/(\w+) \S+ Tf[^[]*\[(.*?)\] TJ/g;

interface Line {
  readonly text: string;
  readonly y: string;
  readonly font: Font;
}

/** A letter from the typeface's other file is within the text, not next to it. */
function goesOn(last: Line, next: Line): boolean {
  return last.y === next.y && last.font !== next.font && last.font.family === next.font.family;
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string;
}

interface Font {
  readonly family: string;
  /** Of a code of two bytes; null for a font in every reader, with the codes of Latin-1. */
  readonly letters: ReadonlyMap<number, string> | null;
}

function objectsOf(file: string): ReadonlyMap<string, PdfObject> {
  const objects = [...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)];
  return new Map(
    objects.map(([, id = '', body = '']) => {
      const [dictionary = '', rest] = body.split(/\nstream\n/);
      const packed = rest?.replace(/\nendstream$/, '');
      const isText =
        packed !== undefined &&
        dictionary.includes('/FlateDecode') &&
        !/\/Length1|FontFile|CIDFontType/.test(dictionary);
      const stream = isText ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : '';
      return [id, { dictionary, stream }];
    }),
  );
}

const PLAIN: Font = { family: '', letters: null };

/** By the names that pages use. */
function fontsOf(objects: ReadonlyMap<string, PdfObject>): ReadonlyMap<string, Font> {
  const named = [...objects.values()].flatMap(({ dictionary }) => [
    ...dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g),
  ]);
  return new Map(
    named.map(([, name = '', id = '']) => [name, fontOf(objects.get(id)?.dictionary ?? '', objects)]),
  );
}

function fontOf(dictionary: string, objects: ReadonlyMap<string, PdfObject>): Font {
  const [, family = ''] = /\/BaseFont \/(?:[A-Z]+\+)?(\S+)/.exec(dictionary) ?? [];
  const [, id = ''] = /\/ToUnicode (\d+) 0 R/.exec(dictionary) ?? [];
  const map = objects.get(id);
  return { family, letters: map ? lettersIn(map.stream) : null };
}

/** `<0000> <0003> [<0000> <0041> …]` */
function lettersIn(map: string): ReadonlyMap<number, string> {
  return new Map(
    [...map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]/g)].flatMap(([, from = '', targets = '']) =>
      [...targets.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = ''], place): [number, string] => [
        Number.parseInt(from, 16) + place,
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ]),
    ),
  );
}

/** `[<466c69> 20 <70>]`: hexadecimal pieces with the distance between them. */
function shown(pieces: string, { letters }: Font): string {
  const bytes = Buffer.concat(
    [...pieces.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex')),
  );
  if (!letters) return bytes.toString('latin1');
  const codes = Array.from({ length: bytes.length / 2 }, (_, nth) => bytes.readUInt16BE(nth * 2));
  return codes.map((code) => letters.get(code) ?? '?').join('');
}
