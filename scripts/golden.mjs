// Writes the missing golden files (one per version of every event), docs/events.md, the diagram of docs/money.md, the
// requests that the API reads and the types of the web client for them, from the build.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const { status } = spawnSync(
  process.execPath,
  [
    join('node_modules', 'jest', 'bin', 'jest.js'),
    '--selectProjects',
    'product',
    '--testPathPatterns',
    'test/golden/',
    'test/product/openapi',
  ],
  { stdio: 'inherit', env: { ...process.env, UPDATE_GOLDEN: '1' } },
);
process.exitCode = status ?? 1;
