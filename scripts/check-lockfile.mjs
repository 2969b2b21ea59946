// Refuses a lockfile that `npm ci` would refuse on another platform, or that contains download addresses.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const problems = [];

/** True when npm finds `name` from `folder` in the nearest node_modules upwards. */
function isLocked(folder, name) {
  for (let place = folder; ;) {
    if (packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`]) return true;
    if (place === '') return false;
    const up = place.lastIndexOf('/node_modules/');
    place = up === -1 ? '' : place.slice(0, up);
  }
}

for (const [folder, entry] of Object.entries(packages)) {
  if (entry.resolved?.startsWith('http')) problems.push(`${folder} names a download address`);
  for (const name of Object.keys(entry.optionalDependencies ?? {}))
    if (!isLocked(folder, name)) problems.push(`${folder} wants ${name}, which is not in the lock`);
}

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
  if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`${name} is not pinned exactly: ${version}`);

for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
