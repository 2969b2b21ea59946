import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Keyed hash of a text, as hex: finds the text again, but cannot be guessed without the key.
 * `purpose` separates the indexes of different kinds of text.
 */
export function blindIndex(keyBase64: string, purpose: string, text: string): string {
  return createHmac('sha256', Buffer.from(keyBase64, 'base64')).update(`${purpose}\n${text}`).digest('hex');
}

/** Compares two texts in a time that does not reveal where they differ. */
export function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
