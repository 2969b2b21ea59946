import { inflateSync } from 'node:zlib';

/** WinAnsi characters outside Latin-1 that occur in the specs' documents. */
const EXTRA: Readonly<Record<number, string>> = { 0x8e: 'Ž', 0x95: '•' };

/** The text of a PDF as its reader sees it, one line per written piece of text. */
export function pdfText(bytes: Buffer): string {
  const file = bytes.toString('latin1');
  const contents = [...file.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = '']) =>
    inflateSync(Buffer.from(body, 'latin1')).toString('latin1'),
  );
  return contents
    .flatMap((content) => [...content.matchAll(/\[(.*?)\] TJ/g)].map(([, pieces = '']) => shown(pieces)))
    .join('\n');
}

/** `[<466c69> 20 <70>]`: hexadecimal pieces with the distance between them. */
function shown(pieces: string): string {
  const codes = [...pieces.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => [
    ...Buffer.from(hex, 'hex'),
  ]);
  return codes.map((code) => EXTRA[code] ?? String.fromCharCode(code)).join('');
}
