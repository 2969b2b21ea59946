import i18n, { type InitOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '@kernel/people/accounts';
import { onFirstPress } from '../../lib/first-press';
import { DEFAULT_LANGUAGE, firstLanguage } from '../../lib/language';
import { loadCode } from '../../lib/load-code';
import { type Namespace, NAMESPACES } from './namespaces';
import { textFiles } from './text-files';

/** The refusals of the API under their codes, which it serves itself. */
const ERRORS = 'errors';

/** Retries of a file of texts (specification §9): after 350 ms, doubling. */
const RETRIES = 5;
const FIRST_RETRY_MS = 350;

const OPTIONS: InitOptions = {
  fallbackLng: false,
  load: 'currentOnly',
  ns: ['app'],
  defaultNS: 'app',
  // A key is in one file only, so that code names the key alone.
  fallbackNS: NAMESPACES,
  maxRetries: RETRIES,
  retryTimeout: FIRST_RETRY_MS,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  // What is shown already gets its text when a later file has it: a refusal that the very first press meets.
  react: { useSuspense: false, bindI18nStore: 'added' },
};

/** Texts by their file. */
export type Texts = Readonly<Partial<Record<Namespace, object>>>;

/** The files that the screens opened so far need, in each language. */
const needed = new Set<Namespace>(['app']);

/** Starts the texts in one language; another is fetched when it is chosen. Returns whether they loaded. */
export function startTexts(language: Locale): Promise<boolean> {
  // A development build mounts everything twice: the texts start once.
  starting ??= start(language);
  return starting;
}

let starting: Promise<boolean> | null = null;
/** Resolves once the texts of a first screen have loaded, possibly after a retry. */
let showFirst: () => void = () => undefined;
const started = new Promise<void>((resolve) => {
  showFirst = resolve;
});

async function start(language: Locale): Promise<boolean> {
  i18n.use(textFiles).use(initReactI18next);
  i18n.on('languageChanged', (changed) => {
    document.documentElement.lang = changed;
  });
  await i18n.init({ ...OPTIONS, lng: language });
  return settle(language);
}

/** Starts the texts of one language where they are at hand: when a page is prerendered. */
export async function startWithTexts(language: Locale, texts: Texts): Promise<void> {
  starting = Promise.resolve(true);
  showFirst();
  await i18n.use(initReactI18next).init({ ...OPTIONS, lng: language, resources: { [language]: texts } });
}

/** Code of a screen and the texts that it needs, fetched at the same time. */
export function withTexts<T>(texts: readonly Namespace[], load: () => Promise<T>): () => Promise<T> {
  return () =>
    loadCode(async () => {
      const [code] = await Promise.all([load(), loadTexts(texts)]);
      return code;
    });
}

/** @throws Error when a file cannot be fetched in the current language */
async function loadTexts(texts: readonly Namespace[]): Promise<void> {
  for (const name of texts) needed.add(name);
  // A page that is prerendered has its texts, and no document that names a language.
  if (!starting) void startTexts(firstLanguage());
  // Named before the start has sent its requests, the files of the first screen are among them.
  void i18n.loadNamespaces(texts);
  await started;
  const missing = () => texts.filter((name) => !i18n.hasResourceBundle(i18n.language, name));
  // Waits for these files alone: others may be retried for seconds.
  if (missing().length > 0) await i18n.reloadResources([i18n.language], missing());
  for (const name of missing()) needed.delete(name);
  if (missing().length > 0) throw new Error(`No texts: ${missing().join(', ')}`);
}

let wanted: Locale | null = null;

/** Shows a language; keeps the current one, and returns false, when its texts cannot be fetched. The last call counts. */
export async function showLanguage(language: Locale): Promise<boolean> {
  wanted = language;
  if (i18n.language === language && hasTexts(language)) return true;
  const before = i18n.language;
  await i18n.loadLanguages(language);
  const isLoaded = hasTexts(language);
  if (wanted !== language) return isLoaded;
  if (isLoaded) await i18n.changeLanguage(language);
  else document.documentElement.lang = before;
  return isLoaded;
}

/** Retries texts that could not be fetched. */
export async function reloadTexts(language: Locale): Promise<boolean> {
  await i18n.reloadResources([language], [...needed]);
  return settle(language);
}

// English replaces another language when its texts cannot be fetched (specification §1).
async function settle(language: Locale): Promise<boolean> {
  if (!hasTexts(language)) {
    if (language === DEFAULT_LANGUAGE || !(await showLanguage(DEFAULT_LANGUAGE))) return false;
  }
  showFirst();
  // No first screen needs the refusals: until they load, one is described by the server.
  onFirstPress(() => void i18n.loadNamespaces(ERRORS));
  return true;
}

function hasTexts(language: string): boolean {
  return [...needed].every((name) => i18n.hasResourceBundle(language, name));
}
