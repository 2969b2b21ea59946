import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TaskThread } from './task-thread.js';

const folder = mkdtempSync(join(tmpdir(), 'flip-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a thread that cannot start, or fails, ends what waits for it with the reason', async () => {
  const file = join(folder, 'broken.mjs');
  writeFileSync(file, "throw new Error('no such module');");
  const thread = new TaskThread<string, string>({ file, limit: 2 });
  const tasks = await Promise.allSettled(['one', 'two', 'three'].map((task) => thread.run(task)));
  expect(tasks).toMatchObject([
    { reason: { message: 'no such module' } },
    { reason: { message: 'no such module' } },
    { status: 'fulfilled', value: null },
  ]);
});
