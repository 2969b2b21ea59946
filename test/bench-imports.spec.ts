import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IMPORT = /import \{(?<names>[^}]*)\} from '[./]*\/dist\/compiled\/(?<path>api\/[^']*)\.js'/g;
const read = (path: string): string => readFileSync(join(process.cwd(), path), 'utf8');

/** Names imported from the build, with the file of their source. */
const imports = readdirSync('test/bench', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mjs'))
  .flatMap((file) => [...read(join('test/bench', file)).matchAll(IMPORT)])
  .flatMap(({ groups: { names = '', path = '' } = {} }) =>
    [...names.matchAll(/\w+/g)].map(([name]) => ({ name, source: `${path}.ts` })),
  );

it('everything that the benchmark imports from the build is exported there', () => {
  expect(imports.length).toBeGreaterThan(20);
  const isExported = ({ name, source }: { readonly name: string; readonly source: string }): boolean =>
    new RegExp(String.raw`^export (?:abstract |async )*(?:class|const|function\*?) ${name}\b`, 'm').test(
      read(source),
    );
  expect(imports.filter((one) => !isExported(one))).toEqual([]);
});
