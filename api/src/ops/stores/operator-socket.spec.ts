import { mkdtempSync, rmSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askServer, listenToOperator, type RunCommand } from './operator-socket.js';

describe('the operator of a running server', () => {
  let folder: string;
  let server: Server | undefined;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'flip-socket-'))));
  afterEach(() => {
    server?.close();
    rmSync(folder, { recursive: true });
  });

  async function ask(run: RunCommand, ...words: readonly string[]) {
    server = await listenToOperator(folder, run);
    const said: string[] = [];
    return { code: await askServer(folder, words, (line) => said.push(line)), said };
  }

  it('sees what a command prints, and its exit code', async () => {
    const answered = await ask(
      (words, say) => {
        say(`ran ${words.join(', ')}`);
        say('line\u2028\n');
        return Promise.resolve(3);
      },
      'a b',
      '"ç"',
    );
    expect(answered).toEqual({ code: 3, said: ['ran a b, "ç"', 'line\u2028\n'] });
    expect(statSync(join(folder, 'ops.sock')).mode & 0o777).toBe(0o600);
  });

  it('is notified when the server ends first', async () => {
    const asked = ask((_, say) => {
      say('begun');
      server?.closeAllConnections();
      return new Promise(() => undefined);
    }, 'rebuild');
    await expect(asked).rejects.toThrow('The server ended before the command did');
  });

  it('detects that no server is running', async () => {
    expect(await askServer(folder, ['rebuild'], () => undefined)).toBeNull();
  });

  it('cannot send more than a command line', async () => {
    const asked = ask(() => Promise.resolve(0), 'x'.repeat(1_000_000));
    await expect(asked.catch(() => ({ code: 1 }))).resolves.not.toMatchObject({ code: 0 });
  });
});
