import type { Config } from '../config/config.js';
import type { Texts } from './document-texts.js';
import type { Paper, Part } from './paper.js';

/** What every document has besides its title and its parts. */
export function frameOf(
  { say, language, moment }: Texts,
  issuedAt: string,
): Pick<Paper, 'language' | 'issuedAt' | 'footer' | 'transliterated'> {
  return {
    language,
    issuedAt,
    footer: [say('issued', { at: moment(issuedAt) }), say('page', { page: '{page}', pages: '{pages}' })],
    transliterated: say('transliterated'),
  };
}

/** Who issued the document. */
export function asideOf({ SUPPORT_EMAIL, SUPPORT_PHONE }: Config): readonly string[] {
  return ['Flip · Winston-Salem, NC', `${SUPPORT_EMAIL} · ${SUPPORT_PHONE}`];
}

/** In test mode, that no money was moved. */
export function testModePart({ say }: Texts, { testMode }: { readonly testMode: boolean }): readonly Part[] {
  return testMode ? [['paragraph', say('test'), { size: 9, font: 'bold', color: 'warning' }]] : [];
}
