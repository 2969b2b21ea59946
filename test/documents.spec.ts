import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = process.cwd();
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const documents = files.filter((file) => file.endsWith('.md'));
const sources = files.filter((file) => /^(api|web|test)\/.*\.(ts|tsx|mjs|css)$/.test(file));

/** The rows of the requirements in docs/security.md, with the test files that they name. */
const requirements = [
  ...textOf('docs/security.md').matchAll(/^\| ([\d., ]+?) +\| ([12, ]+?) +\| .+? +\| (.*?) *\|$/gm),
].map(([, numbers = '', levels = '', tests = '']) => ({
  numbers: numbers.split(', '),
  levels,
  tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, test = '']) => test),
}));

/** The numbers that a document defines, in its `## n.` headings or its numbered list. */
function numbersIn(document: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...textOf(document).matchAll(pattern)].map(([, number = '']) => number));
}

/** What a link into a document can name: its headings, as GitHub spells their anchors, and its own anchors. */
function anchorsIn(document: string): ReadonlySet<string> {
  const text = textOf(document);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}

/** The documents with numbered sections that code may cite, with their numbers. */
const CITED: readonly { readonly pattern: RegExp; readonly numbers: ReadonlySet<string> }[] = [
  {
    pattern: /\bspecification §(\d+)/g,
    numbers: numbersIn('docs/specification.md', /^## (\d+)\./gm),
  },
  {
    pattern: /\barchitecture §(\d+)/g,
    numbers: numbersIn('docs/architecture.md', /^## (\d+)\./gm),
  },
  { pattern: /\bproviders §(\d+)/g, numbers: numbersIn('docs/providers.md', /^## (\d+)\./gm) },
  {
    pattern: /\bdecisions? (\d+(?:, \d+)*(?: and \d+)?)/g,
    numbers: numbersIn('docs/decisions.md', /^(\d+)\. /gm),
  },
  {
    pattern: /\bADR 0*(\d+)/g,
    numbers: new Set(files.flatMap((file) => /^docs\/adr\/0*(\d+)-/.exec(file)?.[1] ?? [])),
  },
];

describe('the documents', () => {
  it('contain every section number that code and documents cite', () => {
    const missing = [...sources, ...documents].flatMap((file) =>
      CITED.flatMap(({ pattern, numbers }) =>
        [...textOf(file).matchAll(pattern)]
          .filter(([, cited = '']) => cited.match(/\d+/g)?.some((number) => !numbers.has(number)))
          .map(([citation]) => `${file}: ${citation}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('are the only documents that code cites', () => {
    const missing = sources.flatMap((file) =>
      [...textOf(file).matchAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm)].flatMap(([comment]) =>
        [
          ...[...comment.matchAll(/[\w./-]+\.md\b/g)]
            .map(([name]) => name)
            .filter((name) => !existsSync(join(root, name)) && !existsSync(join(root, 'docs', name))),
          ...(comment.match(/(?<!\b(?:specification|architecture|providers) )§\d\w*/g) ?? []),
        ].map((citation) => `${file}: ${citation}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('link to files and headings that exist', () => {
    const broken = documents.flatMap((file) =>
      [...textOf(file).matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g)]
        .filter(([, target = '', anchor]) => {
          const path = target === '' ? file : join(dirname(file), target);
          return !existsSync(join(root, path)) || (anchor !== undefined && !anchorsIn(path).has(anchor));
        })
        .map(([link]) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('name source files that exist', () => {
    const broken = documents.flatMap((file) =>
      [...textOf(file).matchAll(/`((?:api|web|test|scripts)\/[\w./-]+\.(?:tsx?|mjs|json))`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${file}: ${path}`),
    );
    expect(broken).toEqual([]);
  });

  it('state a control for every requirement of OWASP ASVS 5.0.0 at levels 1 and 2, once and at its level', () => {
    const { level1, level2 } = JSON.parse(textOf('test/support/asvs-requirements.json')) as Record<
      'level1' | 'level2',
      readonly string[]
    >;
    const stated = requirements.flatMap(({ numbers, levels }) =>
      numbers.map((number) => ({ number, levels })),
    );
    expect(stated.map(({ number }) => number).toSorted()).toEqual([...level1, ...level2].toSorted());
    const atLevel1 = new Set(level1);
    const misplaced = stated.filter(
      ({ number, levels }) => !levels.includes(atLevel1.has(number) ? '1' : '2'),
    );
    expect(misplaced).toEqual([]);
  });

  it('name for a requirement the files whose tests have its number in their titles, and no others', () => {
    const named = requirements.flatMap(({ numbers, tests }) =>
      tests.flatMap((test) => numbers.map((number) => `${number} ${test}`)),
    );
    const shown = files
      .filter((file) => /\.(spec|contract)\.tsx?$/.test(file))
      .flatMap((file) =>
        [...textOf(file).matchAll(/\(ASVS ([\d., ]+)\)['"`],/g)].flatMap(([, numbers = '']) =>
          numbers.split(', ').map((number) => `${number} ${file}`),
        ),
      );
    expect([...new Set(shown)].toSorted()).toEqual(named.toSorted());
  });
});
