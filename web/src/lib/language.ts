import { LOCALES, type Locale } from '@kernel/people/accounts';
import { storageKeys } from './api/keys';
import { storage } from './storage';

/** Default and fallback language (specification §1). */
export const DEFAULT_LANGUAGE: Locale = 'en';

/** Each language under its own name, never translated. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', es: 'Español' };

/** The chosen language: `language`, then `lang`, anything else is English; null without a choice (decision 4). */
export function storedLanguage(): Locale | null {
  const stored = storage('local').get(storageKeys.language) ?? storage('local').get(storageKeys.lang);
  if (stored === null) return null;
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
}

/** Stores the choice under both names, and in a cookie from which the server chooses the landing page. */
export function storeLanguage(language: Locale): void {
  document.cookie = `${storageKeys.language}=${language}; path=/; max-age=31536000; samesite=lax`;
  storage('local').set(storageKeys.language, language);
  storage('local').set(storageKeys.lang, language);
}

/** The language of a route: the landing page is English with any choice (decision 5). */
export function languageOfRoute(pathname: string, landingForcesEnglish: boolean): Locale {
  if (pathname === '/' && landingForcesEnglish) return DEFAULT_LANGUAGE;
  return storedLanguage() ?? DEFAULT_LANGUAGE;
}

/** The language of the first screen; the landing page comes in the one that the server chose (decision 5). */
export function firstLanguage(): Locale {
  const { lang } = document.documentElement;
  if (window.location.pathname === '/') return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  return storedLanguage() ?? DEFAULT_LANGUAGE;
}

/** Narrows a text to a language of the interface. */
export function isLanguage(text: string): text is Locale {
  return LOCALES.some((locale) => locale === text);
}
