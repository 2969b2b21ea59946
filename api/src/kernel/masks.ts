/** Replaces the rest of a text: their number does not reveal its length. */
const DOTS = '••••';

/** "Maya Okafor" → "M•••• O••••": personal text as staff see it outside a replay. */
export function maskText(text: string): string {
  if (text === '[erased]') return text;
  const words = text.split(/\s+/u).filter((word) => word !== '');
  return words.map((word) => `${first(word)}${DOTS}`).join(' ');
}

/** A handle as others may see it: `z••••@••••.com`, `+1 ••• ••• ••47`, `$m••••`. */
export function maskHandle(handle: string): string {
  if (handle === '[erased]') return handle;
  const at = handle.lastIndexOf('@');
  if (at > 0) {
    const domain = handle.slice(at + 1);
    const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
    return `${first(handle)}${DOTS}@${DOTS}${ending}`;
  }
  if (/^\+\d+$/.test(handle)) return `+1 ••• ••• ••${handle.slice(-2)}`;
  const symbol = /^[$@]/.exec(handle)?.[0] ?? '';
  return `${symbol}${first(handle.slice(symbol.length))}${DOTS}`;
}

function first(text: string): string {
  const point = text.codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point);
}
