// The scripts of the pages, for PCI DSS 6.4.3 and 11.6.1.
//   node scripts/script-inventory.mjs write          last step of build:web: dist/scripts.json, each with its SHA-384
//   npm run scripts -- https://flip.example          compares what a deployment serves with dist/scripts.json
// The comparison ends with 1 and names each script that is missing, changed or not in the inventory.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url));
const INVENTORY = fileURLToPath(new URL('../dist/scripts.json', import.meta.url));
/** Where people enter what must stay secret: every script that runs there is in the page or loaded by one that is. */
const PAGES = ['/', '/payment', '/signin', '/saved-cards'];
const DEADLINE_MS = 10_000;
/** Scripts of the card processor, which serves and changes them itself; none where the simulator takes the card. */
const PROCESSOR = /^https:\/\/(\*\.)?js\.stripe\.com$/;

const hashOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

async function write() {
  const names = (await readdir(WEB, { recursive: true })).filter((name) => /\.m?js$/.test(name)).toSorted();
  const entries = names.map(async (name) => [
    `/${name.replaceAll('\\', '/')}`,
    hashOf(await readFile(`${WEB}/${name}`)),
  ]);
  await writeFile(INVENTORY, `${JSON.stringify(Object.fromEntries(await Promise.all(entries)), null, 2)}\n`);
}

async function served(address) {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(DEADLINE_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response;
}

/** Scripts that a page names, and the sources that its policy allows. */
async function findingsOf(origin, page, inventory) {
  const response = await served(origin + page);
  const html = await response.text();
  const tags = [...html.matchAll(/<script\b([^>]*)>/gi)].map(
    ([, attributes]) => /\bsrc="([^"]*)"/.exec(attributes)?.[1],
  );
  const unknown = tags.filter((source) => source === undefined || !(source in inventory));
  const policy = response.headers.get('content-security-policy') ?? '';
  const sources = /(?:^|; )script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? ['*'];
  return [
    ...unknown.map((source) => `${page}: ${source ?? 'a script inside the page'} is not in the inventory`),
    ...sources
      .filter((source) => source !== "'self'" && !PROCESSOR.test(source))
      .map((source) => `${page}: its policy allows scripts from ${source}`),
  ];
}

async function compare(origin) {
  const inventory = JSON.parse(await readFile(INVENTORY, 'utf8'));
  const findings = [];
  for (const page of PAGES) findings.push(...(await findingsOf(origin, page, inventory)));
  for (const [path, hash] of Object.entries(inventory)) {
    const found = await served(origin + path).then(
      async (response) => hashOf(Buffer.from(await response.arrayBuffer())),
      (error) => error.message,
    );
    if (found !== hash) findings.push(`${path}: ${found.startsWith('sha384-') ? 'another content' : found}`);
  }
  for (const finding of findings) console.error(finding);
  console.log(
    `${Object.keys(inventory).length} scripts, ${PAGES.length} pages, ${findings.length} differences`,
  );
  return findings.length === 0 ? 0 : 1;
}

const [what] = process.argv.slice(2);
if (what === 'write') await write();
else if (what?.startsWith('http')) process.exitCode = await compare(new URL(what).origin);
else {
  console.error('npm run scripts -- <address of a deployment>');
  process.exitCode = 2;
}
