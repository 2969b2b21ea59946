// Builds a part of Flip when it was never built, or when its sources changed since.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What each part is made from, and the file whose age tells when it was made. */
const PARTS = {
  api: {
    built: 'dist/api/main.js',
    sources: ['api/src', 'api/tsconfig.json', 'api/tsconfig.build.json', 'tsconfig.json', 'nest-cli.json'],
  },
  web: {
    built: 'dist/web/index.html',
    sources: ['web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', 'api/src/kernel'],
  },
};

/** Makes sure that `part` ('api' or 'web') is built; says so when it builds. Ends the process when that fails. */
export function ensureBuilt(part) {
  const { built, sources } = PARTS[part];
  const path = join(ROOT, built);
  if (existsSync(path) && newest(sources) <= statSync(path).mtimeMs) return;
  console.log(`Building the ${part} (npm run build:${part}) …`);
  const { status } = spawnSync('npm', ['run', '--silent', `build:${part}`], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`npm run build:${part} failed`);
    process.exit(1);
  }
}

/** Time of the newest source that ends up in the build. */
function newest(paths) {
  let latest = 0;
  for (const path of paths) latest = Math.max(latest, newestIn(join(ROOT, path)));
  return latest;
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return isTest(path) ? 0 : stat.mtimeMs;
  let latest = 0;
  for (const name of readdirSync(path)) latest = Math.max(latest, newestIn(join(path, name)));
  return latest;
}

function isTest(path) {
  return /\.spec\.tsx?$/.test(path);
}
