import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EventLog, LogEntry } from '../../api/src/infrastructure/event-log.js';
import { Codec } from '../../api/src/infrastructure/event-store/codec.js';
import { APPEND_BATCH_LIMIT } from '../../api/src/infrastructure/event-store/event-store.port.js';
import { EMBEDDED_FILES } from '../../api/src/infrastructure/open-embedded.js';
import { openStores, type Stores } from '../../api/src/infrastructure/open-stores.js';
import { READ_AHEAD_FROM_EVENTS, ReadAhead } from '../../api/src/infrastructure/read-ahead/read-ahead.js';
import { SealedEventLog } from '../../api/src/infrastructure/sealed-event-log.js';
import { readSecrets } from '../../api/src/infrastructure/secrets-file.js';
import { DataKeys } from '../../api/src/infrastructure/vault/data-keys.js';
import type { ConsumerStatus } from '../../api/src/infrastructure/subscriptions.js';
import { eventDeclarations } from '../../api/src/rooms.js';
import { FlipServer } from '../support/flip-server.js';
import { expectViewsEqualTheLog } from '../support/ops.js';
import { waitFor } from '../support/wait-for.js';

const READER = join(process.cwd(), 'dist/api/infrastructure/read-ahead/log-reader.worker.js');
const PEOPLE = 8;

/** So many changes of names that whoever starts from nothing reads ahead. */
async function changeNames(log: EventLog): Promise<void> {
  for (let person = 0; person < PEOPLE; person += 1) {
    const uid = randomUUID();
    for (let from = 0; from < READ_AHEAD_FROM_EVENTS / PEOPLE; from += APPEND_BATCH_LIMIT) {
      const events = Array.from({ length: APPEND_BATCH_LIMIT }, (_, place) => {
        const id = randomUUID();
        const actor = { kind: 'sender' as const, id: uid };
        const at = '2026-01-01T00:00:00.000Z';
        return {
          id,
          event: { type: 'PrefsUpdated', data: { changed: { displayName: `José the ${from + place}th` } } },
          metadata: { commandId: id, $correlationId: id, $causationId: id, actor, at },
        };
      });
      await log.append(`preferences-${uid}`, from === 0 ? 'no_stream' : BigInt(from - 1), events);
    }
  }
}

async function entriesOf(log: EventLog): Promise<LogEntry[]> {
  const found: LogEntry[] = [];
  const { signal } = new AbortController();
  for await (const page of log.follow({ after: '', prefixes: ['preferences-', 'account-'], signal })) {
    found.push(...page.events);
    if (page.live) break;
  }
  return found;
}

describe('a data folder with a long log', () => {
  let folder: string;
  let keyEncryptionKey: string;
  let server: FlipServer | undefined;

  const open = (): Promise<Stores> =>
    openStores({ folder, keyEncryptionKey, declarations: eventDeclarations });

  beforeAll(async () => {
    const first = await FlipServer.start();
    folder = first.dataDir;
    await first.kill('SIGTERM');
    ({ keyEncryptionKey } = readSecrets(folder));
    const stores = await open();
    await changeNames(stores.eventLog);
    await stores.close();
  });
  afterAll(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is read on a thread of its own as it is read without one', async () => {
    const stores = await open();
    const { eventStore, vault } = stores;
    const exitCodes: number[] = [];
    const ahead = new ReadAhead(eventStore, { folder, keyEncryptionKey }, (settings) =>
      new Worker(READER, { workerData: settings }).once('exit', (code) => exitCodes.push(code)),
    );
    const codec = new Codec(eventDeclarations, new DataKeys(vault, keyEncryptionKey));
    const found = await entriesOf(new SealedEventLog(eventStore, codec, ahead));
    expect(exitCodes).toEqual([0]);
    expect(found.length).toBeGreaterThan(READ_AHEAD_FROM_EVENTS);
    expect(found).toEqual(await entriesOf(new SealedEventLog(eventStore, codec)));
    await stores.close();
  });

  it('gives back every view that was lost', async () => {
    for (const part of ['', '-wal', '-shm'])
      rmSync(join(folder, EMBEDDED_FILES.views + part), { force: true });
    const restarted = await FlipServer.start({ dataDir: folder });
    server = restarted;
    await waitFor('views up with the log', async () => {
      const { body } = await restarted
        .browser()
        .get<{ consumers: readonly ConsumerStatus[] }>('/health/ready');
      return body.consumers.every(({ live }) => live) ? true : null;
    });
    expect(restarted.output).not.toContain('reading ahead');
    await expectViewsEqualTheLog(folder);
  });
});
