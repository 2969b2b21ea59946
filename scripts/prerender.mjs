// Renders the landing page into HTML, so that its first paint does not wait for the application, and writes the document of
// the dashboard (docs/architecture.md).
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WEB = join(ROOT, 'dist/web');
/** The files of code (web/chunks.ts) of the landing page and of the dashboard, where a sender starts. */
const LANDING = 'landing';
const DASHBOARD = 'start';
/** The typeface, and its Latin file. */
const FACES = 'src/ui/style/typeface.css';
const TYPEFACE = '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
/** The files of texts that the landing page needs, as the router says. */
const TEXTS = ['app', 'landing'];
/** What the first view depends on, by the names that the configuration gives them. */
const LANGUAGES = ['en', 'es'];
const MODES = ['test', 'live'];
const FUNDINGS = ['debit', 'debit,credit'];
const SCHEDULES = ['card-3pct-plus-30c', 'card-0.30pct'];

const { prerenderLanding } = await import(join(ROOT, 'dist/prerender/prerender.js'));
const template = await readFile(join(WEB, 'index.html'), 'utf8');
const manifest = JSON.parse(await readFile(join(WEB, 'manifest.json'), 'utf8'));

/** The screen's own code and styles: the document names them, so that they load together with the entry. */
function headOf(part) {
  const [first] = Object.entries(manifest).find(
    ([, { name, file }]) => name === part && file.endsWith('.js'),
  );
  const chunks = new Set();
  const visit = (name) => {
    if (chunks.has(name)) return;
    chunks.add(name);
    for (const imported of manifest[name].imports ?? []) visit(imported);
  };
  visit(first);
  const files = (pick) => [...new Set([...chunks].flatMap((name) => pick(manifest[name])))];
  const isNew = (file) => !template.includes(`/${file}"`);
  const styles = files(({ css = [] }) => css).filter(isNew);
  const scripts = files(({ file }) => [file]).filter(isNew);
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n    ');
}

/** What a search or a shared link shows of the page, in its language. */
const metaContent = (name) => new RegExp(`(<meta\\s+${name}\\s+content=")[^"]*`);

const textsAt = async (path) => JSON.parse(await readFile(join(WEB, 'locales', path), 'utf8'));

const withHead = (html, head) => html.replace('</head>', `  ${head}\n  </head>`);

await writeFile(join(WEB, 'dashboard.html'), withHead(template, headOf(DASHBOARD)));

// Its text is there before any script.
const typeface = [
  `<link rel="preload" href="/${manifest[TYPEFACE].file}" as="font" type="font/woff2" crossorigin>`,
  `<link rel="stylesheet" crossorigin href="/${manifest[FACES].file}">`,
];
const landing = withHead(template, [...typeface, headOf(LANDING)].join('\n    '));
await mkdir(join(WEB, 'landing'), { recursive: true });
for (const language of LANGUAGES) {
  const texts = Object.fromEntries(
    await Promise.all(TEXTS.map(async (name) => [name, await textsAt(`${language}/${name}.json`)])),
  );
  const { title, about } = texts.landing.landing;
  for (const mode of MODES)
    for (const funding of FUNDINGS)
      for (const schedule of SCHEDULES) {
        const html = await prerenderLanding({
          language,
          texts,
          testMode: mode === 'test',
          acceptedFunding: funding.split(','),
          schedule,
        });
        const page = landing
          .replace('<html lang="en">', `<html lang="${language}">`)
          .replace('<title>Flip</title>', `<title>${title} · Flip</title>`)
          .replace(metaContent('name="description"'), `$1${about}`)
          .replace(metaContent('property="og:title"'), `$1${title}`)
          .replace(metaContent('property="og:description"'), `$1${about}`)
          .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
        await writeFile(join(WEB, 'landing', `${[language, mode, funding, schedule].join('.')}.html`), page);
      }
}
await rm(join(WEB, 'manifest.json'));
await rm(join(ROOT, 'dist/prerender'), { recursive: true });
