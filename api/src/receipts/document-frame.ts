import type { Config } from '../config/config.js';
import type { Words } from './document-words.js';

/** When it was issued, and which page of how many. */
export function footerOf(words: Words, issuedAt: string) {
  return (page: number, pages: number): readonly [string, string] => [
    words.say('issued', { at: words.moment(issuedAt) }),
    words.say('page', { page, pages }),
  ];
}

/** Who issued the document. */
export function asideOf({ SUPPORT_EMAIL, SUPPORT_PHONE }: Config): readonly string[] {
  return ['Flip · Winston-Salem, NC', `${SUPPORT_EMAIL} · ${SUPPORT_PHONE}`];
}
