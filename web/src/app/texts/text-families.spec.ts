import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@kernel/people/accounts';
import { FAMILIES } from '../../../../test/web/text-families';
import { apiTexts, interfaceTexts, namedKeys } from '../../../../test/web/text-files';

const SRC = join(process.cwd(), 'web/src');
const templates = new Set(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(SRC, path), 'utf8').matchAll(/`([\w-]+[.:][^`\n]*\$\{[^`\n]*)`/g),
    ])
    .map(([, template = '']) => template),
);
const sections = new Set(
  [...interfaceTexts('en').keys()].map((key) => key.slice(0, key.indexOf('.'))).concat('errors'),
);
const built = [...templates].filter((template) => sections.has(template.split(/[.:]/, 1)[0] ?? ''));

/** Keys of the interface, and of the API's refusals behind "errors:". */
const known = (language: Locale): ReadonlySet<string> =>
  new Set([
    ...namedKeys(interfaceTexts(language).keys()),
    ...apiTexts(language).map(([key]) => `errors:${key}`),
  ]);

describe('texts with keys that the code builds', () => {
  it('come from families with listed members', () => {
    expect(built.filter((template) => !FAMILIES.has(template))).toEqual([]);
    expect([...FAMILIES.keys()].filter((template) => !templates.has(template))).toEqual([]);
  });

  it.each(['en', 'es'] as const)('exist in %s for every member', (language) => {
    const texts = known(language);
    expect([...FAMILIES.values()].flat().filter((key) => !texts.has(key))).toEqual([]);
  });
});
