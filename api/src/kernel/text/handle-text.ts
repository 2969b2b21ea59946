/** The kind of a normalized handle, for its label. */
export type HandleKind = 'email' | 'phone' | 'handle';

/** The kind of a normalized handle; `handle` is a username. */
export function handleKindOf(handle: string): HandleKind {
  if (handle.indexOf('@') > 0) return 'email';
  return handle.startsWith('+') ? 'phone' : 'handle';
}

/** A handle for reading: a US phone number as "(336) 555-0177", anything else as it is stored. */
export function handleText(handle: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(handle) ?? [];
  return line === undefined ? handle : `(${area ?? ''}) ${exchange ?? ''}-${line}`;
}
