/** Longest run of dots that stands for a word, so that a name's length is not told. */
const DOTS = '••••';

/** "Maya Okafor" → "M•••• O••••": personal text as staff see it until they look with a reason (compliance.md). */
export function maskText(text: string): string {
  if (text === '[erased]') return text;
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0)}${DOTS}`)
    .join(' ');
}
