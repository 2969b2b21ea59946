import { createHmac } from 'node:crypto';

/**
 * A name for a text by which it can be found again but not guessed without the key, as hex.
 * `purpose` keeps the indexes of different kinds of text apart.
 */
export function blindIndex(keyBase64: string, purpose: string, text: string): string {
  return createHmac('sha256', Buffer.from(keyBase64, 'base64')).update(`${purpose}\n${text}`).digest('hex');
}
