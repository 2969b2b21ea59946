import { createHmac } from 'node:crypto';

/**
 * Keyed hash of a text, as hex: finds the text again, but cannot be guessed without the key.
 * `purpose` separates the indexes of different kinds of text.
 */
export function blindIndex(keyBase64: string, purpose: string, text: string): string {
  return createHmac('sha256', Buffer.from(keyBase64, 'base64')).update(`${purpose}\n${text}`).digest('hex');
}
