/** Replaces the rest of a word, with a fixed length so that the name's length is not revealed. */
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
