import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_ENCRYPTION_KEY, sampleEvent } from '../../../../test/support/sample-events.js';
import type { StoredEvent } from '../event-store/event-store.port.js';
import { SafetyFile } from './safety-file.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flip-safety-'));
  path = join(folder, 'safety.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => SafetyFile.open(path, { keyEncryptionKey: KEY_ENCRYPTION_KEY });
const stored = (revision: number): StoredEvent => ({
  ...sampleEvent({ 'ünusual "text"\u2028': revision }),
  stream: 'sample-1',
  revision: BigInt(revision),
  position: String(revision).padStart(20, '0'),
});
const events = [0, 1, 2].map(stored);
async function written(): Promise<SafetyFile> {
  const file = await open();
  await file.prepare();
  for (const event of events) await file.append([event]);
  return file;
}

it('has every event as it was stored, once, with a sequence of its own', async () => {
  const file = await written();
  await file.append([stored(3), ...events]);
  const again = await open();
  expect(again.records.map(({ sequence, event }) => [sequence, event.revision])).toEqual([
    ...[0, 1, 2, 3].map((revision) => [revision + 1, BigInt(revision)]),
  ]);
  expect(again.records.slice(0, 3).map(({ event }) => event)).toEqual(events);
  expect(again.had({ sequence: 0, chain: '' })).toBe(true);
  expect(again.had(file.end)).toBe(true);
  expect(again.had({ ...file.end, chain: 'of another file' })).toBe(false);
  expect(again.had({ sequence: 9, chain: file.end.chain })).toBe(false);
});

it('goes on after a stop in the middle of a record, which was not acknowledged', async () => {
  await written();
  appendFileSync(path, '{"sequence":4,"event":{"id"');
  const file = await open();
  expect(file.end.sequence).toBe(3);
  await file.prepare();
  await file.append([stored(3)]);
  expect((await open()).end.sequence).toBe(4);
});

it('keeps a record whose anchor was not written anymore', async () => {
  await written();
  const anchor = readFileSync(`${path}.anchor`);
  await (await open()).append([stored(3)]);
  writeFileSync(`${path}.anchor`, anchor);
  expect((await open()).end.sequence).toBe(4);
});

const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);
const write = (kept: readonly string[]) => writeFileSync(path, kept.map((line) => `${line}\n`).join(''));

it.each<[string, () => void, string]>([
  ['without its last record', () => write(lines().slice(0, -1)), 'its last records are missing'],
  ['cut within its last record', () => writeFileSync(path, readFileSync(path).subarray(0, -9)), 'missing'],
  ['that is empty', () => write([]), 'its last records are missing'],
  ['that is gone', () => rmSync(path), 'its last records are missing'],
  ['without its anchor', () => rmSync(`${path}.anchor`), 'is missing, so its last records may be too'],
  [
    'with a changed record',
    () => write(lines().map((line) => line.replace('sample-1', 'sample-2'))),
    'record 1',
  ],
  ['without a record in between', () => write([...lines().slice(0, 1), ...lines().slice(2)]), 'record 2'],
  ['with two records in another order', () => write([...lines().toReversed()]), 'record 1'],
])('refuses a file %s', async (_, damage, message) => {
  await written();
  damage();
  await expect(open()).rejects.toThrow(message);
});

it('refuses a file of another installation, and writes to none that another process has changed', async () => {
  const file = await written();
  const other = Buffer.alloc(32, 9).toString('base64');
  await expect(SafetyFile.open(path, { keyEncryptionKey: other })).rejects.toThrow('damaged');
  await (await open()).append([stored(3)]);
  await expect(file.append([stored(4)])).rejects.toThrow('changed while it was open');
  expect((await open()).end.sequence).toBe(4);
});
