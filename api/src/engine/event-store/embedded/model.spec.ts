import { KEY_ENCRYPTION_KEY } from '../../../../../test/support/sample-events.js';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { counts } from '../../../../../test/support/scale.js';
import { errorCode } from '../../../kernel/error-code.js';
import { openEmbeddedEventStore, type EmbeddedEventStore } from './embedded-event-store.js';
import type { Appended } from '../event-store.port.js';
import {
  expectSameAsReference,
  type TroubledEventStore,
} from '../../../../../test/contracts/event-store-model.contract.js';

/** Time from the start of an append to the crash, in milliseconds. */
const CRASHES: Readonly<Record<string, number>> = {
  'a crash at once': 0,
  'a crash while it syncs': 1,
  'a crash later': 5,
};

/** A log that can crash with its machine: afterwards only the files of that moment exist. */
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
    return new CrashingLog(
      folder,
      await openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file }),
    );
  }

  /** One process owns the log. */
  client(): EmbeddedEventStore {
    return this.store;
  }

  async reopen(): Promise<void> {
    await this.store.close();
    this.store = await openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file: this.file });
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
    this.store = await openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file: this.file });
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

/** The anchor first: a real one is never ahead of the log. */
async function copyLog(from: string, to: string): Promise<void> {
  for (const [source, target] of [
    [`${from}.anchor`, `${to}.anchor`],
    [from, to],
    [`${from}-wal`, `${to}-wal`],
  ] as const) {
    await copyFile(source, target).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }
}

it('the embedded event store matches the reference for any calls and crashes', async () => {
  const log = await CrashingLog.open();
  try {
    await expectSameAsReference(log, counts.modelRuns);
  } finally {
    await log.dispose();
  }
});

afterAll(() => {
  process.stdout.write('Event store compared with the reference: embedded.\n');
});
