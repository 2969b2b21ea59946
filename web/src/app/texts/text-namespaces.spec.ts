import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAMILIES } from '../../../../test/web/text-families';
import { leavesOf, namedKeys, textFiles } from '../../../../test/web/text-files';
import { type Namespace, NAMESPACES } from './namespaces';

const SRC = join(process.cwd(), 'web/src');
const sources = new Map(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(SRC, path), 'utf8')]),
);

const files = textFiles('en');
/** The file of each key. */
const namespaceOf = new Map(
  NAMESPACES.flatMap((name) =>
    namedKeys(leavesOf(files[name]).map(([key]) => key)).map((key) => [key, name] as const),
  ),
);
const sections = [...new Set(NAMESPACES.flatMap((name) => Object.keys(files[name])))].join('|');

const QUOTED = new RegExp(`['"]((?:${sections})\\.[\\w.-]+)['"]`, 'g');
const CALLED = /\bt\(\s*'([^']+)'/g;
const BUILT = new RegExp('`((?:(?:' + sections + ')\\.|errors:)[^`]*\\$\\{[^`]*)`', 'g');

const found = (pattern: RegExp, source: string) =>
  [...source.matchAll(pattern)].map(([, key = '']) => key).filter((key) => !/^errors:[^$]*$/.test(key));
const templatesIn = (source: string) => found(BUILT, source);

/** Every key that a file of code shows, also of the families that it builds. */
function keysIn(path: string): readonly string[] {
  const source = sources.get(path) ?? '';
  const named = [...found(QUOTED, source), ...found(CALLED, source)];
  const built = templatesIn(source).flatMap((template) => FAMILIES.get(template) ?? []);
  return [...named, ...built.filter((key) => !key.startsWith('errors:'))];
}

const STATIC = /(?:import|export)\s+(?!type\b)(?:[^;'"]*?from\s+)?'(\.[^']+)'/g;
const LAZY = /import\('(\.[^']+)'\)/g;

/** Every file that a file of code loads by itself, and those that it loads later where `lazy` says so. */
function loadedBy(roots: readonly string[], lazy: (path: string) => boolean): ReadonlySet<string> {
  const loaded = new Set<string>();
  const visit = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    const source = sources.get(path) ?? '';
    const imports = [...found(STATIC, source), ...(lazy(path) ? found(LAZY, source) : [])];
    for (const imported of imports) {
      const target = ['.ts', '.tsx']
        .map((ending) => join(dirname(path), imported) + ending)
        .find((candidate) => sources.has(candidate));
      if (target) visit(target);
    }
  };
  for (const root of roots) visit(root);
  return loaded;
}

const ROUTERS = ['app/router.tsx', 'app/sender-screens.ts'];
const isNotRouter = (path: string) => !ROUTERS.includes(path);
/** Parts of a frame that load later, and the file of texts that each of its screens has. */
const LATER_IN_FRAMES: Readonly<Record<string, string>> = {
  'app/guard.tsx': 'sending',
  'app/step-up-gate.tsx': 'account',
};
const atStart = loadedBy(['main.tsx'], (path) => isNotRouter(path) && LATER_IN_FRAMES[path] === undefined);

const SCREEN = /withTexts\(\s*\[([^\]]*)\],\s*async \(\) =>\s*\(await import\('([^']+)'\)\)/g;
/** Screens and frames by their file, and the files of texts that the router names for them. */
const screens = ROUTERS.flatMap((router) =>
  [...(sources.get(router) ?? '').matchAll(SCREEN)].map(([, names = '', path = '']) => ({
    path: `${join(dirname(router), path)}.tsx`,
    texts: ['app', ...[...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)] as Namespace[],
  })),
);

/** The keys of `paths` that are in none of the files. */
const outside = (paths: Iterable<string>, texts: readonly Namespace[]) =>
  [...paths].flatMap((path) =>
    keysIn(path)
      .filter((key) => namespaceOf.has(key) && !texts.includes(namespaceOf.get(key) ?? 'app'))
      .map((key) => `${key} of ${String(namespaceOf.get(key))} in ${path}`),
  );

/** In the head of the prerendered landing page (scripts/prerender.mjs), and a label that the specification names. */
const SHOWN_ELSEWHERE = ['landing.about', 'nav.login'];

describe('the files of texts', () => {
  it('are those that the code knows', () => {
    for (const language of ['en', 'es']) {
      const names = readdirSync(join(process.cwd(), 'web/public/locales', language));
      expect(names.sort()).toEqual(NAMESPACES.map((name) => `${name}.json`).sort());
    }
  });

  it('share no key, and have the same keys in both languages', () => {
    const keysOf = (language: 'en' | 'es') =>
      Object.entries(textFiles(language)).map(
        ([name, tree]) => [name, [...namedKeys(leavesOf(tree).map(([key]) => key))].sort()] as const,
      );
    expect(keysOf('es')).toEqual(keysOf('en'));
    const all = keysOf('en').flatMap(([, keys]) => keys);
    expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
  });

  it('contain no text that nothing shows', () => {
    const shown = new Set([...[...sources.keys()].flatMap(keysIn), ...SHOWN_ELSEWHERE]);
    const idle = [...namespaceOf.keys()].filter(
      (key) => !shown.has(key.replace(/_\w+$/, '')) && !shown.has(key),
    );
    expect(idle).toEqual([]);
  });

  it('contain every text that the code names', () => {
    const missing = [...sources.keys()].flatMap((path) =>
      keysIn(path).filter((key) => !namespaceOf.has(key)),
    );
    expect(missing).toEqual([]);
  });
});

describe('the texts that load', () => {
  it('at the start are all that frames and notices show', () => {
    expect(outside(atStart, ['app'])).toEqual([]);
  });

  it.each(screens)('with $path are all that it shows', ({ path, texts }) => {
    expect(existsSync(join(SRC, path))).toBe(true);
    const loaded = loadedBy([path], isNotRouter);
    expect(
      outside(
        [...loaded].filter((one) => !atStart.has(one)),
        texts,
      ),
    ).toEqual([]);
  });

  it.each(screens)('with $path include no file that it shows nothing of', ({ path, texts }) => {
    const shown = [...loadedBy([path], isNotRouter)].flatMap(keysIn).map((key) => namespaceOf.get(key));
    expect(texts.filter((name) => name !== 'app' && !shown.includes(name))).toEqual([]);
  });

  it.each(Object.entries(LATER_IN_FRAMES))('inside %s are in %s', (frame, texts) => {
    const later = loadedBy([frame], () => true);
    expect(
      outside(
        [...later].filter((one) => !atStart.has(one)),
        ['app', texts as Namespace],
      ),
    ).toEqual([]);
  });

  it('with a sender’s screen are never those of the staff', () => {
    const staff = screens.filter(({ texts }) => texts.includes('compliance')).map(({ path }) => path);
    expect(staff.length).toBeGreaterThan(0);
    expect(staff.filter((path) => path.startsWith('screens/'))).toEqual([]);
  });

  it('are requested before the first paint for the two screens where visits start', () => {
    const early = readFileSync(join(process.cwd(), 'web/public/first-paint.js'), 'utf8');
    const named = (address: string) =>
      [...(new RegExp(`'${address}': \\[([^\\]]*)\\]`).exec(early)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
        ([, name]) => name,
      );
    const textsOf = (path: string) => screens.find((screen) => screen.path === path)?.texts;
    expect(named('/')).toEqual(textsOf('screens/public/landing.tsx'));
    expect(named('/dashboard')).toEqual(textsOf('screens/money/dashboard.tsx'));
  });
});
