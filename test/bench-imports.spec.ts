import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();
const files = readdirSync(join(root, 'test/bench'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => join(root, 'test/bench', name));

/** Names imported from the build, with the file of their source. */
const imports = files.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /import \{(?<names>[^}]*)\} from '[./]*\/dist\/compiled\/(?<path>api\/[^']*)\.js'/g,
    ),
  ].flatMap(({ groups: { names = '', path = '' } = {} }) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => ({ file, name, source: join(root, `${path}.ts`) })),
  ),
);

it('everything that the benchmark imports from the build is exported there', () => {
  expect(imports.length).toBeGreaterThan(20);
  const missing = imports.filter(({ name, source }) => {
    const exported = new RegExp(
      String.raw`^export (?:abstract |async )*(?:class|const|function\*?) ${name}\b`,
      'm',
    );
    return !existsSync(source) || !exported.test(readFileSync(source, 'utf8'));
  });
  expect(missing).toEqual([]);
});
