import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'flip-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The lines of a text that break a rule of scripts/lint-rules.mjs. */
function broken(rule: string, text: string): readonly number[] {
  const config = { jsPlugins: [resolve('scripts/lint-rules.mjs')], rules: { [`flip/${rule}`]: 'error' } };
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ categories: { correctness: 'off' }, ...config }),
  );
  writeFileSync(join(folder, 'probe.ts'), text);
  const { stdout } = spawnSync(
    resolve('node_modules/.bin/oxlint'),
    ['-c', join(folder, 'config.json'), '--format', 'json', folder],
    { encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly {
      readonly labels: readonly { readonly span: { readonly line: number } }[];
    }[];
  };
  return diagnostics.map(({ labels }) => labels[0]?.span.line ?? 0).toSorted((one, other) => one - other);
}

it('finds a literal that is spread into a literal, and no other spread', () => {
  const lines = [
    'declare const a: object, b: boolean;',
    'export const one = { ...{ a, b } };',
    'export const two = { c: { ...{ a }, b } };',
    'export const three = { ...a, ...(b && { a }), list: [...[a, b]] };',
  ];
  expect(broken('plain-properties', lines.join('\n'))).toEqual([2, 3]);
});
