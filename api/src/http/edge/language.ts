import type { FastifyRequest } from 'fastify';
import { type Locale, LOCALES } from '../../kernel/people/accounts.js';

const FALLBACK: Locale = 'en';
/** Longest Accept-Language that is parsed; browsers send under 100 characters. */
const HEADER_MAX_LENGTH = 500;

/** Query parameter that overrides Accept-Language on every route. */
export const LANGUAGE_PARAMETER = 'lng';

/** The caller's language: `?lng=`, else the best match of Accept-Language, else English. */
export function languageOf({ query, headers }: FastifyRequest): Locale {
  const override = (query as Readonly<Record<string, unknown>> | undefined)?.[LANGUAGE_PARAMETER];
  return asLocale(override) ?? preferredLanguage(headers['accept-language']);
}

/** The preferred supported language of an Accept-Language header; `es-MX` counts as `es`. */
function preferredLanguage(header: string | undefined): Locale {
  if (!header || header.length > HEADER_MAX_LENGTH) return FALLBACK;
  const ranges = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((piece) => piece.startsWith('q='))?.slice(2);
    return { locale: asLocale(tag.toLowerCase().split('-')[0]), quality: Number(quality ?? 1) };
  });
  const [best] = ranges
    .filter(({ locale, quality }) => locale !== undefined && quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return best?.locale ?? FALLBACK;
}

function asLocale(value: unknown): Locale | undefined {
  return LOCALES.find((locale) => locale === value);
}
