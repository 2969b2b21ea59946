import { readFileSync } from 'node:fs';
import type { I18nService } from 'nestjs-i18n';
import { readConfig } from '../../config/read-config.js';
import { LOCALES, type Locale } from '../../kernel/accounts.js';
import { MailMessages } from './mail-message.js';
import { MAIL_KINDS, type MailKind } from './mail.saga.js';

type Texts = { readonly [key: string]: string | Texts };

/** The real texts, read and filled in as nestjs-i18n does. */
const texts = {
  translate(key: string, { lang, args }: { lang: Locale; args: Record<string, string> }): string {
    const file = JSON.parse(readFileSync(`api/src/i18n/${lang}/mail.json`, 'utf8')) as Texts;
    const path = key.split('.').slice(1);
    const text = path.reduce<string | Texts>((tree, name) => (tree as Texts)[name] ?? '', file) as string;
    return text.replace(/\{(\w+)\}/g, (_all, name: string) => args[name] ?? '');
  },
} as unknown as I18nService;

const messages = new MailMessages(
  readConfig({ PUBLIC_URL: 'https://flip.test', TRUST_PROXY: 'true', ALLOW_SIMULATOR: 'true' }),
  texts,
);
const write = (kind: MailKind, locale: Locale, name: string | null = 'Ana') =>
  messages.write(kind, { email: 'ana@people.example', name, locale }, 'the-token');

/** What a reader sees of the HTML, without the preview line. */
function readable(html: string): string {
  return html
    .replace(/^.*<\/style>/s, '')
    .replace(/<div style="display:none[^>]*>[^<]*<\/div>/, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&#39;', "'");
}

const every = MAIL_KINDS.flatMap((kind) => LOCALES.map((locale) => [kind, locale] as const));

describe.each(every)('the mail %s in %s', (kind, locale) => {
  const { subject, text, html } = write(kind, locale);

  it('says the same in plain text and in HTML', () => {
    const lines = text.split('\n').filter((line) => line !== '');
    const action = lines.findIndex((line) => line.startsWith('https://'));
    lines[action - 1] = lines[action - 1]?.replace(/:$/, '') ?? '';
    for (const line of [subject, ...lines]) expect(readable(html)).toContain(line);
  });

  it('carries the wordmark, the product colors in light and dark, and its language', () => {
    expect(html).toContain(`<html lang="${locale}">`);
    expect(readable(html)).toMatch(/^\s*Flip\n/);
    expect(html).toContain('background:#0b7a5b');
    expect(html).toContain('prefers-color-scheme:dark');
  });

  it('loads nothing and puts no paragraph in the font of the browser', () => {
    expect(html).not.toMatch(/<(img|link|script)|url\(/);
    for (const [, style] of html.matchAll(/<(?:p|h1) [^>]*style="([^"]*)"/g))
      expect(style).toContain('font:');
  });
});

it('carries the token of its link where no server sees it', () => {
  const [link] = /https:\S+/.exec(write('reset-password', 'en').text) ?? [];
  expect(link).toBe('https://flip.test/reset#token=the-token');
});

describe('a name in a mail', () => {
  it('cannot add markup', () => {
    const { html } = write('confirm-email', 'en', '<img src=x>');
    expect(html).toContain('Hi &lt;img src=x&gt;,');
    expect(html).not.toContain('<img');
  });

  it('is missing when nobody has confirmed the address', () => {
    expect(write('confirm-email', 'en', null).text).toMatch(/^Hello,\n/);
    expect(write('confirm-email', 'es', null).text).toMatch(/^Hola:\n/);
  });
});
