import { blindIndex } from '../config/blind-index.js';
import type { Secrets } from '../config/runtime.js';

/** The one form of an address in which accounts are kept and found. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** An address as a name that tells nothing: of its claim's stream, and of its attempt counters. */
export function emailIndex(email: string, { blindIndexKey }: Pick<Secrets, 'blindIndexKey'>): string {
  return blindIndex(blindIndexKey, 'email', normalEmail(email));
}
