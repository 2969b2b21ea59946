import { KEY_ENCRYPTION_KEY, sampleEvent } from '../../../../../test/support/sample-events.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { BEGINNING, recordedAtMs } from '../event-store.port.js';
import { openEmbeddedEventStore, type EmbeddedEventStore } from './embedded-event-store.js';
import { eventStoreContract } from '../../../../../test/contracts/event-store.contract.js';

eventStoreContract('embedded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flip-events-'));
  const file = join(folder, 'events.db');
  let store = await openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file });
  return {
    store,
    reopen: async () =>
      (store = await openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file })),
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});

describe('a log of 60,000 events, one each minute, many of them 10,000 places away from that of their time', () => {
  const EVENTS = 60_000;
  const MINUTE_MS = 60_000;
  const FIRST_MS = Date.parse('2026-01-01T00:00:00.000Z');
  const FILL = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${EVENTS})
    INSERT INTO events SELECT n, 'sample-' || n, 0, printf('00000000-0000-4000-8000-%012d', n), 'SampleHappened', '{}',
      json_object('at', strftime('%Y-%m-%dT%H:%M:00.000Z', '2026-01-01', '+' || minute || ' minutes')), ''
    FROM (SELECT n, iif(n / 10000 % 2 = 0, n + 10000, n - 10000) AS minute FROM numbers)`;
  const minutes = Array.from({ length: EVENTS }, (_, index) => index + 1).map((n) =>
    Math.floor(n / 10_000) % 2 === 0 ? n + 10_000 : n - 10_000,
  );
  const recordedSince = (minute: number) => minutes.filter((one) => one >= minute).length;
  let folder: string;
  let store: EmbeddedEventStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-events-'));
    const file = join(folder, 'events.db');
    store = await openEmbeddedEventStore({ keyEncryptionKey: KEY_ENCRYPTION_KEY, file });
    const database = new Database(file);
    database.exec(FILL);
    database.exec("UPDATE events SET stream = 'rare-' || position WHERE position IN (7, 31000, 59999)");
    database.close();
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it.each([9_999, 10_000, 45_000, 100_000])(
    'has everything recorded since minute %i after the place found for it, which is not far before',
    async (minute) => {
      const atMs = FIRST_MS + minute * MINUTE_MS;
      const after = await store.positionBefore(atMs);
      const { signal } = new AbortController();
      let earlier = 0;
      let wanted = 0;
      for await (const page of store.follow({ after, prefixes: ['sample-', 'rare-'], signal })) {
        for (const { metadata } of page.events)
          if ((recordedAtMs(metadata) ?? 0) >= atMs) wanted += 1;
          else earlier += 1;
        if (page.live) break;
      }
      expect(wanted).toBe(recordedSince(minute));
      expect(earlier).toBeLessThanOrEqual(40_000);
    },
  );

  it('delivers the few events of a kind at once, and those that follow', async () => {
    const reading = new AbortController();
    const seen: [positions: number[], through: number, live: boolean][] = [];
    for await (const page of store.follow({
      after: BEGINNING,
      prefixes: ['rare-', 'none-'],
      signal: reading.signal,
    })) {
      const positions = page.events.map(({ position }) => Number(position));
      seen.push([positions, Number(page.through), page.live]);
      if (seen.length === 1) await store.append('rare-1', 'no_stream', [sampleEvent()]);
      else reading.abort();
    }
    expect(seen).toEqual([
      [[7, 31_000, 59_999], EVENTS, true],
      [[EVENTS + 1], EVENTS + 1, true],
    ]);
  });
});

afterAll(() => {
  process.stdout.write('Event store contract covered: embedded.\n');
});
