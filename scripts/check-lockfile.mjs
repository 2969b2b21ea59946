// Refuses a lockfile that `npm ci` would refuse on another platform, or that contains download addresses; packages without a
// hash, under another license than CONTRIBUTING.md allows, or with an install script that package.json does not refuse.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { dependencies, devDependencies, allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const problems = [];
/** MIT, ISC, BSD and Apache, and licenses of their kind under which packages reach us through others. */
const LICENSES =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Python-2\.0|CC0-1\.0|Zlib)$/;
/** Only while building and testing: data and a compiler, neither of which reaches what is delivered. */
const BUILD_LICENSES = /^(MPL-2\.0|CC-BY-4\.0)$/;
/** Their package.json names none in the form that npm reads; each comes with the text of the MIT license. */
const UNDECLARED = new Set(['passport-strategy', 'pause', 'png-js']);

/** True when npm finds `name` from `folder` in the nearest node_modules upwards. */
function isLocked(folder, name) {
  for (let place = folder; ;) {
    if (packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`]) return true;
    if (place === '') return false;
    const up = place.lastIndexOf('/node_modules/');
    place = up === -1 ? '' : place.slice(0, up);
  }
}

/** Typefaces alone may have the license that is made for them. */
const isTypeface = (name, license) => name.startsWith('@fontsource') && license === 'OFL-1.1';

/** "MIT OR WTFPL": one of them is enough; "MIT AND Zlib": both count. */
function isAllowed(license, dev) {
  const isOne = (name) => LICENSES.test(name) || (dev && BUILD_LICENSES.test(name));
  const parts = (license ?? '').replaceAll(/[()]/g, '').split(' OR ');
  return parts.some((part) => part.split(' AND ').every((name) => isOne(name)));
}

for (const [folder, entry] of Object.entries(packages)) {
  if (folder !== '' && !entry.integrity) problems.push(`${folder} has no hash`);
  const name = folder.split('node_modules/').at(-1);
  if (
    folder !== '' &&
    !UNDECLARED.has(name) &&
    !isTypeface(name, entry.license) &&
    !isAllowed(entry.license, entry.dev)
  )
    problems.push(`${folder} has the license ${entry.license}`);
  if (entry.hasInstallScript && allowScripts[name] !== false)
    problems.push(`${folder} has an install script`);
  if (entry.resolved?.startsWith('http')) problems.push(`${folder} names a download address`);
  for (const name of Object.keys(entry.optionalDependencies ?? {}))
    if (!isLocked(folder, name)) problems.push(`${folder} wants ${name}, which is not in the lock`);
}

for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
  if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`${name} is not pinned exactly: ${version}`);

for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
