import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@kernel/people/accounts';
import { type Namespace, NAMESPACES } from '../../web/src/app/texts/namespaces';

export type TextTree = { readonly [key: string]: string | TextTree };

const PLURAL = /_(zero|one|two|few|many|other)$/;

const readTexts = (path: string) => JSON.parse(readFileSync(join(process.cwd(), path), 'utf8')) as TextTree;

/** The interface's texts of a language, by file. */
export function textFiles(language: Locale): Readonly<Record<Namespace, TextTree>> {
  const files = NAMESPACES.map((name) => [name, readTexts(`web/public/locales/${language}/${name}.json`)]);
  return Object.fromEntries(files) as Record<Namespace, TextTree>;
}

/** Every text with its whole key. */
export function leavesOf(tree: TextTree, before = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[before + key, value] as [string, string]]
      : leavesOf(value, `${before}${key}.`),
  );
}

/** The interface's texts of a language by key, from all files. */
export const interfaceTexts = (language: Locale): ReadonlyMap<string, string> =>
  new Map(Object.values(textFiles(language)).flatMap((tree) => leavesOf(tree)));

/** Keys as the code names them, without the plural forms. */
export const namedKeys = (keys: Iterable<string>): readonly string[] => [
  ...new Set([...keys].map((key) => key.replace(PLURAL, ''))),
];

export const isPlural = (key: string): boolean => PLURAL.test(key);

/** The API's own texts: refusals, mails and papers. */
export const apiTexts = (language: Locale): [key: string, text: string][] =>
  readdirSync(join(process.cwd(), 'api/src/i18n', language)).flatMap((file) =>
    leavesOf(readTexts(`api/src/i18n/${language}/${file}`)),
  );
