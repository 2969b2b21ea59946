import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { counts } from '../../../../test/support/scale.js';
import { errorCode } from '../../config/error-code.js';
import { openEmbeddedEventStore, type EmbeddedEventStore } from './embedded-event-store.js';
import type { Appended } from '../event-store.port.js';
import {
  expectSameAsReference,
  type TroubledEventStore,
} from '../../../../test/contracts/event-store-model.contract.js';
import { indexFile } from './stream-index.js';

/** How long after an append began the machine stops. */
const CRASHES: Readonly<Record<string, number>> = {
  'a crash at once': 0,
  'a crash while it syncs': 1,
  'a crash later': 5,
};

/** A log in a folder that can stop as if its machine did: what is on disk at that moment is all there is afterwards. */
class CrashingLog implements TroubledEventStore {
  readonly appendTroubles = Object.keys(CRASHES);
  readonly followTroubles = ['a new append'];
  private place = 0;

  private constructor(
    private readonly folder: string,
    private store: EmbeddedEventStore,
  ) {}

  static async open(): Promise<CrashingLog> {
    const folder = await mkdtemp(join(tmpdir(), 'flip-model-'));
    const file = await newFile(folder, 0);
    return new CrashingLog(folder, await openEmbeddedEventStore({ file }));
  }

  /** One process has the log for itself. */
  client(): EmbeddedEventStore {
    return this.store;
  }

  async reopen(): Promise<void> {
    await this.store.close();
    this.store = await openEmbeddedEventStore({ file: this.file });
  }

  async appendAmid(trouble: string, append: () => Promise<Appended>): Promise<null> {
    const [before, stopped] = [this.file, this.store];
    const appending = append();
    await delay(CRASHES[trouble]);
    this.place += 1;
    await newFile(this.folder, this.place);
    await copyLog(before, this.file);
    await appending;
    await stopped.close();
    await rm(join(before, '..'), { recursive: true });
    this.store = await openEmbeddedEventStore({ file: this.file });
    return null;
  }

  async followAmid(_: string, follow: () => Promise<void>): Promise<void> {
    await follow();
  }

  async dispose(): Promise<void> {
    await this.store.close();
    await rm(this.folder, { recursive: true });
  }

  private get file(): string {
    return join(this.folder, String(this.place), 'events.db');
  }
}

async function newFile(folder: string, place: number): Promise<string> {
  await mkdir(join(folder, String(place)));
  return join(folder, String(place), 'events.db');
}

/** What is derived from another file first: that one may be ahead of it, never behind. */
async function copyLog(from: string, to: string): Promise<void> {
  const [index, newIndex] = [indexFile(from), indexFile(to)];
  for (const [source, target] of [
    [index, newIndex],
    [`${index}-wal`, `${newIndex}-wal`],
    [`${from}.anchor`, `${to}.anchor`],
    [from, to],
    [`${from}-wal`, `${to}-wal`],
  ] as const) {
    await copyFile(source, target).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }
}

it('the embedded event store does what the reference does, whatever it is asked and whenever it crashes', async () => {
  const log = await CrashingLog.open();
  try {
    await expectSameAsReference(log, counts.modelRuns);
  } finally {
    await log.dispose();
  }
});

afterAll(() => {
  process.stdout.write('Event store held against the reference: embedded.\n');
});
