// Writes the missing golden files (one per version of every event), docs/events.md and the diagram of docs/money.md.
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
  ],
  { stdio: 'inherit', env: { ...process.env, UPDATE_GOLDEN: '1' } },
);
process.exitCode = status ?? 1;
