import i18n, { type InitOptions } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '@kernel/accounts';
import { onFirstPress } from '../lib/first-press';
import { DEFAULT_LANGUAGE } from '../lib/language';

/** Texts of the interface, and the refusals of the API under their codes. */
const INTERFACE = 'interface';
const ERRORS = 'errors';

/** Retries of a file of texts (specification §9): after 350 ms, doubling. */
const RETRIES = 5;
const FIRST_RETRY_MS = 350;

const OPTIONS: InitOptions = {
  fallbackLng: false,
  load: 'currentOnly',
  ns: [INTERFACE],
  defaultNS: INTERFACE,
  maxRetries: RETRIES,
  retryTimeout: FIRST_RETRY_MS,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  react: { useSuspense: false },
};

/** Starts the texts in one language; another is fetched when it is chosen. Returns whether they loaded. */
export function startTexts(language: Locale): Promise<boolean> {
  // A development build mounts everything twice: the texts start once.
  starting ??= start(language);
  return starting;
}

let starting: Promise<boolean> | null = null;

async function start(language: Locale): Promise<boolean> {
  i18n.use(HttpBackend).use(initReactI18next);
  i18n.on('languageChanged', (changed) => {
    document.documentElement.lang = changed;
  });
  await i18n.init({ ...OPTIONS, lng: language, backend: { loadPath: pathOf } });
  return settle(language);
}

/** Starts the texts of one language where they are at hand: when a page is prerendered. */
export async function startWithTexts(language: Locale, texts: object): Promise<void> {
  await i18n
    .use(initReactI18next)
    .init({ ...OPTIONS, lng: language, resources: { [language]: { [INTERFACE]: texts } } });
}

/** Shows a language; keeps the current one, and returns false, when its texts cannot be fetched. */
export async function showLanguage(language: Locale): Promise<boolean> {
  if (i18n.language === language && hasTexts(language)) return true;
  const before = i18n.language;
  await i18n.loadLanguages(language);
  if (hasTexts(language)) {
    await i18n.changeLanguage(language);
    return true;
  }
  document.documentElement.lang = before;
  return false;
}

/** Retries texts that could not be fetched. */
export async function reloadTexts(language: Locale): Promise<boolean> {
  await i18n.reloadResources([language], [INTERFACE]);
  return settle(language);
}

// English replaces another language whose texts cannot be fetched (specification §1).
async function settle(language: Locale): Promise<boolean> {
  if (!hasTexts(language)) {
    if (language === DEFAULT_LANGUAGE || !(await showLanguage(DEFAULT_LANGUAGE))) return false;
  }
  // No first screen needs the refusals: until they load, one is described by the server.
  onFirstPress(() => void i18n.loadNamespaces(ERRORS));
  return true;
}

function hasTexts(language: string): boolean {
  return i18n.hasResourceBundle(language, INTERFACE);
}

function pathOf(languages: readonly string[], namespaces: readonly string[]): string {
  const [language = DEFAULT_LANGUAGE] = languages;
  return namespaces[0] === ERRORS ? `/locales/${language}/errors.json` : `/locales/${language}.json`;
}
