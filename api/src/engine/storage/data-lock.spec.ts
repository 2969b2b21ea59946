import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolderInUse, lockDataFolder, noteAddress } from './data-lock.js';

describe('the data folder', () => {
  const parent = mkdtempSync(join(tmpdir(), 'flip-lock-'));
  const folder = join(parent, 'data');
  afterAll(() => rmSync(parent, { recursive: true }));

  it('is created when missing, readable only by its owner', () => {
    lockDataFolder(folder).close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is locked by one server, which is named to the second one, until it is released', () => {
    const lock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
    expect(() => lockDataFolder(folder)).toThrow(folder);
    lock.close();
    lock.close();
    lockDataFolder(folder).close();
  });

  it('names the address of the server that holds the lock, not of an earlier one', () => {
    const lock = lockDataFolder(folder);
    noteAddress(folder, 'http://127.0.0.1:3000');
    expect(() => lockDataFolder(folder)).toThrow('server, at http://127.0.0.1:3000. Stop it');
    lock.close();
    const next = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow('server. Stop it');
    next.close();
  });

  it('is locked without writing a file, which a full disk would refuse', () => {
    const lock = lockDataFolder(folder);
    expect(readdirSync(folder)).toEqual(['lock.db']);
    symlinkSync('/dev/full', join(folder, 'address'));
    noteAddress(folder, 'http://127.0.0.1:3000');
    expect(readdirSync(folder)).toEqual(['lock.db']);
    lock.close();
  });

  it('is unlocked immediately when the server that held it is killed', async () => {
    const holder = await otherProcess(folder);
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
    const gone = once(holder, 'exit');
    holder.kill('SIGKILL');
    await gone;
    lockDataFolder(folder).close();
  });
});

/** A process that holds the folder as a server does. */
async function otherProcess(folder: string): Promise<ChildProcess> {
  const program = `
    const database = new (require('libsql'))(process.argv[1]);
    database.exec('BEGIN EXCLUSIVE');
    process.stdout.write('held');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['-e', program, join(folder, 'lock.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
