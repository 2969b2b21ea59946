import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { askServer } from '../../api/src/ops/stores/operator-socket.js';

const root = process.cwd();

/** A data folder with the environment of its servers. */
export interface OperatedOn {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs one `npm run ops` command on a data folder. */
export function ops(
  on: string | OperatedOn,
  ...words: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const { dataDir, env } = typeof on === 'string' ? { dataDir: on, env: {} } : on;
  const child = spawn(process.execPath, [join(root, 'scripts/ops.mjs'), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', FLIP_DATA: dataDir, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((done) => child.once('exit', (code) => done({ code, output })));
}

/** Runs a command that writes in the running server of a data folder, as `npm run ops` does, without a separate process. */
export async function opsInServer(
  dataDir: string,
  ...words: readonly string[]
): Promise<{ code: number | null; output: string }> {
  let output = '';
  const code = await askServer(dataDir, words, (line) => (output += `${line}\n`));
  return { code, output };
}

/** Fails with the output of `ops verify` when a view does not equal a refold of the log. */
export async function expectViewsEqualTheLog(on: string | OperatedOn): Promise<void> {
  const { code, output } = await ops(on, 'verify');
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('equal') as string });
}
