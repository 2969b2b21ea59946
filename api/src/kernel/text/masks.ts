import { fullNameOf } from '../people/accounts.js';
import { ERASED } from './erased.js';

/** Replaces the rest of a text: their number does not reveal its length. */
const DOTS = '••••';

/** "Maya Okafor" → "M•••• O••••": personal text as staff see it outside a replay. */
export function maskText(text: string): string {
  if (text === ERASED) return text;
  const words = text.split(/\s+/u).filter((word) => word !== '');
  return words.map((word) => `${first(word)}${DOTS}`).join(' ');
}

/** The name of an account as staff see it; one without an account reads as erased. */
export function maskName(account: Parameters<typeof fullNameOf>[0] | null | undefined): string {
  return account ? maskText(fullNameOf(account)) : ERASED;
}

/** A handle as others may see it: `z••••@••••.com`, `+1 ••• ••• ••47`, `$m••••`. */
export function maskHandle(handle: string): string {
  if (handle === ERASED) return handle;
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

/** Personal fields of events with a shape that distinguishes two values; the others are masked word by word. */
const FIELD_MASKS: Readonly<Record<string, (text: string) => string>> = {
  handle: maskHandle,
  email: maskHandle,
};

/** Data of an event with its personal fields masked; `sent.handle` is a field inside another. */
export function maskFields(
  data: Readonly<Record<string, unknown>>,
  personal: readonly string[],
): Readonly<Record<string, unknown>> {
  return personal.reduce(withMask, data);
}

function withMask(data: Readonly<Record<string, unknown>>, path: string): Readonly<Record<string, unknown>> {
  const [name = '', ...rest] = path.split('.');
  const value = data[name];
  if (rest.length > 0) return isRecord(value) ? { ...data, [name]: withMask(value, rest.join('.')) } : data;
  if (typeof value !== 'string') return data;
  return { ...data, [name]: (FIELD_MASKS[name] ?? maskText)(value) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function first(text: string): string {
  const point = text.codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point);
}
