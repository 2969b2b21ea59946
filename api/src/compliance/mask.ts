/** Stands for the rest of a word, whatever its length, so that a name's length is not shown. */
const DOTS = '••••';

/** "Maya Okafor" → "M•••• O••••": personal text as staff see it outside a replay. */
export function maskText(text: string): string {
  if (text === '[erased]') return text;
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0)}${DOTS}`)
    .join(' ');
}
