import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { I18nValidationException } from 'nestjs-i18n';
import { Refuses } from '../../../http/contract/refuses.js';
import { refusal } from '../../../http/contract/validation.js';
import { containsCardNumber } from '../../../kernel/money/card-numbers.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { cleanText, type TextCode } from '../../../kernel/text/texts.js';
import { SEARCH_HEADER, SEARCH_MAX_LENGTH } from '../../../kernel/money/transfers.js';

/** Each character is at most four bytes of three signs. */
const ENCODED_MAX_LENGTH = SEARCH_MAX_LENGTH * 12;

const TEXT_KEYS: Readonly<Record<Exclude<TextCode, 'text_required'>, string>> = {
  text_too_long: 'validation.too_long',
  text_characters: 'validation.characters',
};

/** Documents the header that `SearchedText` reads. */
export const TakesSearch = () =>
  applyDecorators(
    Refuses('card_number_in_body'),
    ApiHeader({
      name: SEARCH_HEADER,
      required: false,
      description:
        "Text in the recipient's name, handle, note or a reference, the beginning of the id, or the dollars of the amount " +
        'or total, after $ these alone; case and accents are ignored. ' +
        'Percent-encoded; a header, so that no log of addresses has the names of people.',
      schema: { type: 'string', format: 'percent-encoded', maxLength: ENCODED_MAX_LENGTH },
    }),
  );

/** The searched text, '' without one. @throws card_number_in_body, or a validation problem that names the header */
export const SearchedText = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  searchedTextOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The same, for a handler that takes the request. */
export function searchedTextOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const header = headers[SEARCH_HEADER.toLowerCase()];
  if (header === undefined) return '';
  const text = decoded(header);
  if (text === null) throw invalid('validation.format');
  const clean = cleanText(text, SEARCH_MAX_LENGTH);
  if (clean.ok) {
    if (containsCardNumber(clean.value)) throw new DomainError('card_number_in_body');
    return clean.value;
  }
  if (clean.code === 'text_required') return '';
  throw invalid(TEXT_KEYS[clean.code]);
}

function decoded(header: string | readonly string[]): string | null {
  if (typeof header !== 'string' || header.length > ENCODED_MAX_LENGTH) return null;
  try {
    return decodeURIComponent(header);
  } catch {
    return null;
  }
}

function invalid(textKey: string): I18nValidationException {
  const constraints = { searchedText: refusal(textKey, { max: SEARCH_MAX_LENGTH }) };
  return new I18nValidationException([{ property: SEARCH_HEADER, value: '', constraints }]);
}
