import { readdirSync, readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';
import { Browser, PASSWORD, type Credentials } from '../support/browser.js';
import { SHARED_SERVER, type SharedServer } from './one-server.js';

export { expect };

export interface FlipOptions {
  readonly language: 'en' | 'es';
}

interface Fixtures {
  /** The interface's text of a key, with its values filled in. */
  readonly t: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** A signed-up sender, not signed in on the page. */
  readonly sender: Credentials & { readonly api: Browser };
  /** Statuses of refusals that a test provokes: only their network lines may appear in the console. */
  readonly provoked: Set<number>;
  /** From now on, the page opens everything as this person and in the project's language. */
  readonly signInAs: (person: Credentials) => Promise<void>;
}

interface Shared {
  readonly flip: SharedServer;
}

/** Playwright's test with the shared server, and a console that must stay clean. */
export const test = base.extend<Fixtures & FlipOptions & { cleanConsole: undefined }, Shared>({
  language: ['en', { option: true }],
  flip: [
    async ({}, use) => {
      const server = JSON.parse(process.env[SHARED_SERVER] ?? '') as Omit<SharedServer, 'browser'>;
      await use({ ...server, browser: () => new Browser(server.url) });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ flip }, use) => use(flip.url),
  t: async ({ language }, use) => {
    const folder = `web/public/locales/${language}`;
    const files = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
    const texts = files.map((file) => JSON.parse(file) as object);
    await use((key, values = {}) => filled(textAt(texts, key), values));
  },
  provoked: async ({}, use) => use(new Set<number>()),
  cleanConsole: [
    async ({ page, provoked }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      // Repeated by the page: the server had not caught up with what it had seen.
      const stale = new Set<string>();
      page.on('response', (response) => {
        if (response.headers()['x-flip-stale'] !== undefined) stale.add(response.url());
      });
      await use(undefined);
      const isProvoked = (text: string) => {
        if (stale.has(text.slice(text.lastIndexOf(' ') + 1))) return true;
        const status = /^Failed to load resource: .*status of (\d{3})/.exec(text)?.[1];
        const dropped = /^Failed to load resource: net::ERR_(FAILED|INTERNET_DISCONNECTED)/.test(text);
        return status === undefined ? dropped && provoked.has(0) : provoked.has(Number(status));
      };
      expect(errors.filter((text) => !isProvoked(text))).toEqual([]);
    },
    { auto: true },
  ],
  sender: async ({ flip }, use) => {
    const api = flip.browser();
    await use({ ...(await api.signUp({ firstName: 'Ana', lastName: 'Torres' })), api });
  },
  // Skips the form, which the journey and keyboard tests cover.
  signInAs: async ({ page, flip, language }, use) => {
    await use(async ({ email, password }) => {
      const session = flip.browser();
      await session.signIn({ email, password });
      await takeSession(page, session);
      await rememberLanguage(page, language);
    });
  },
});

/** Gives the page this client's session. */
export async function takeSession(page: Page, { cookies, url }: Browser): Promise<void> {
  await page.context().addCookies(Array.from(cookies, ([name, value]) => ({ name, value, url })));
}

/** The language stored by an earlier visit. */
export async function rememberLanguage(page: Page, language: string): Promise<void> {
  await page.addInitScript((chosen) => {
    localStorage.setItem('language', localStorage.getItem('language') ?? chosen);
    localStorage.setItem('lang', localStorage.getItem('language') ?? chosen);
  }, language);
}

/** Opens a screen by its link in the navigation, without a page load. */
export async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click();
}

/** A person who has not signed up yet. */
export function newPerson(): Credentials & { readonly firstName: string; readonly lastName: string } {
  return {
    firstName: 'Ana',
    lastName: 'Torres',
    email: `${randomUUID()}@people.example`,
    password: PASSWORD,
  };
}

/** The text of a key, which is in one of the files. */
function textAt(files: readonly object[], key: string): string {
  for (const file of files) {
    const found = key
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], file);
    if (typeof found === 'string') return found;
  }
  throw new Error(`No text ${key}`);
}

function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
