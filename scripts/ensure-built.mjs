// Builds a part of Flip if it was never built or its sources have changed since.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The sources of each part, and the built file with the age that is compared with theirs. */
const PARTS = {
  api: {
    built: 'dist/server/main.js',
    sources: [
      'api/src',
      'simulator',
      'api/tsconfig.json',
      'api/tsconfig.build.json',
      'tsconfig.json',
      'nest-cli.json',
      'scripts/bundle.mjs',
      'package-lock.json',
    ],
  },
  web: {
    built: 'dist/web/index.html',
    sources: [
      'web/src',
      'web/public',
      'web/index.html',
      'web/vite.config.ts',
      'scripts/prerender.mjs',
      'api/src/kernel',
    ],
  },
};

/** Builds `part` ('api' or 'web') if needed, with a message. Ends the process when the build fails. */
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

/** Time of the newest source that is part of the build. */
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
