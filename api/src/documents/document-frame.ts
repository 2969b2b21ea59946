import type { Config } from '../config/config.js';
import type { Texts } from './document-texts.js';

/** When it was issued, and which page of how many. */
export function footerOf(texts: Texts, issuedAt: string) {
  return (page: number, pages: number): readonly [string, string] => [
    texts.say('issued', { at: texts.moment(issuedAt) }),
    texts.say('page', { page, pages }),
  ];
}

/** Who issued the document. */
export function asideOf({ SUPPORT_EMAIL, SUPPORT_PHONE }: Config): readonly string[] {
  return ['Flip · Winston-Salem, NC', `${SUPPORT_EMAIL} · ${SUPPORT_PHONE}`];
}
