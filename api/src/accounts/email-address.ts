import { blindIndex } from '../config/blind-index.js';
import type { Secrets } from '../config/runtime.js';

/** The normalized form of an address for storing and finding accounts. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** The blind index of an address, the id of its claim's stream and of its attempt counters. */
export function emailIndex(email: string, { blindIndexKey }: Pick<Secrets, 'blindIndexKey'>): string {
  return blindIndex(blindIndexKey, 'email', normalEmail(email));
}
