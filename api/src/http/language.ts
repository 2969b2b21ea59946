import type { FastifyRequest } from 'fastify';
import { type Locale, LOCALES } from '../kernel/accounts.js';

const FALLBACK: Locale = 'en';
/** Longest Accept-Language that is looked at; browsers send under 100 characters. */
const HEADER_MAX_LENGTH = 500;
const OVERRIDE = 'lng';

const overrides = new WeakMap<FastifyRequest, Locale>();

/** Takes `?lng=` out of the query, so that no query schema has to know it. */
export function takeLanguageOverride(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  if (!(OVERRIDE in query)) return;
  const wanted = asLocale(query[OVERRIDE]);
  if (wanted) overrides.set(request, wanted);
  Reflect.deleteProperty(query, OVERRIDE);
}

/** The caller's language: `?lng=`, else the best of Accept-Language, else English. */
export function languageOf(request: FastifyRequest): Locale {
  return overrides.get(request) ?? preferredLanguage(request.headers['accept-language']);
}

/** The supported language an Accept-Language header likes most; `es-MX` counts as `es`. */
export function preferredLanguage(header: string | undefined): Locale {
  if (!header || header.length > HEADER_MAX_LENGTH) return FALLBACK;
  const wishes = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((piece) => piece.startsWith('q='))?.slice(2);
    return { locale: asLocale(tag.toLowerCase().split('-')[0]), quality: Number(quality ?? 1) };
  });
  const best = wishes
    .filter((wish) => wish.locale !== undefined && wish.quality > 0)
    .sort((one, other) => other.quality - one.quality)[0];
  return best?.locale ?? FALLBACK;
}

function asLocale(value: unknown): Locale | undefined {
  return LOCALES.find((locale) => locale === value);
}
