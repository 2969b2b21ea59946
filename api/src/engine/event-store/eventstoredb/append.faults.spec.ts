import { randomUUID } from 'node:crypto';
import {
  FakeEventStoreServer,
  type FakeServerFault,
} from '../../../../../test/support/fake-event-store-server.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { EventTooLarge, OutcomeUnknown, RevisionConflict } from '../event-store.port.js';
import { openEventStoreDb, type EventStoreDb } from './eventstoredb-event-store.js';
import { APPENDS_IN_FLIGHT_LIMIT, SEND_LIMIT } from './appends.js';
import { all, appendNumbered, numberOf, sampleEvent } from '../../../../../test/support/sample-events.js';

/** Half of it is the first attempt's. */
const SHORT = { deadlineMs: 1_500 };
const newStream = () => `sample-${randomUUID()}`;

let fakeServer: FakeEventStoreServer;
let store: EventStoreDb;

beforeAll(async () => {
  fakeServer = await FakeEventStoreServer.start();
  store = await openEventStoreDb({ url: fakeServer.url });
});
afterEach(async () => {
  await fakeServer.healed();
});
afterAll(async () => {
  await store.close();
  await fakeServer.dispose();
  process.stdout.write('Faults of appends covered: EventStoreDB, on a fake server.\n');
});

/** Number of appends that the server received. */
async function appendsAskedFor(work: () => Promise<unknown>): Promise<number> {
  const before = (await fakeServer.state()).counts.append;
  await work();
  return (await fakeServer.state()).counts.append - before;
}

const onAppend = (kind: string, more: Partial<FakeServerFault> = {}): FakeServerFault => ({
  on: 'append',
  kind,
  ...more,
});

describe('an append with a lost response', () => {
  it.each([
    'silent',
    'silent-after-store',
    'end',
    'end-after-store',
    'unavailable',
    'unavailable-after-store',
    'twice',
    'not-leader',
  ])('is sent again with the same ids and stored once: %s', async (kind) => {
    const stream = newStream();
    const batch = [sampleEvent({ n: 0 }), sampleEvent({ n: 1 })];
    await fakeServer.fault(onAppend(kind));
    let answer: unknown;
    const asked = await appendsAskedFor(async () => {
      answer = await store.append(stream, 'no_stream', batch, { deadlineMs: 3_000 });
    });
    // A slow machine may let a later attempt time out as well: how often is not the promise.
    expect(asked).toBeGreaterThanOrEqual(2);
    expect(asked).toBeLessThanOrEqual(SEND_LIMIT);
    const stored = await all(store.read(stream));
    expect(stored.map((event) => event.id)).toEqual(batch.map((event) => event.id));
    expect(answer).toEqual({ revision: 1n, position: stored[1]?.position });
  });

  it('is found by reading the stream when no attempt gets a response', async () => {
    const stream = newStream();
    await fakeServer.fault(onAppend('silent-after-store', { times: SEND_LIMIT }));
    const event = sampleEvent();
    const { position } = await store.append(stream, 'no_stream', [event]);
    expect(await all(store.read(stream))).toMatchObject([{ id: event.id, position }]);
  });

  it('is not acknowledged while its outcome is unknown, and can be sent again later', async () => {
    const stream = newStream();
    const event = sampleEvent();
    await fakeServer.fault(onAppend('silent', { times: SEND_LIMIT }));
    const asked = await appendsAskedFor(async () => {
      await expect(store.append(stream, 'no_stream', [event], SHORT)).rejects.toBeInstanceOf(OutcomeUnknown);
    });
    expect(asked).toBeLessThanOrEqual(SEND_LIMIT);
    await fakeServer.healed();
    expect(await all(store.read(stream))).toEqual([]);
    await store.append(stream, 'no_stream', [event]);
    expect(await all(store.read(stream))).toHaveLength(1);
  });

  it('is stored once even when the server stores each attempt late', async () => {
    const stream = newStream();
    const event = sampleEvent({ n: 0 });
    await fakeServer.fault(onAppend('late', { times: SEND_LIMIT, delayMs: 2_500 }));
    await expect(store.append(stream, 'no_stream', [event], SHORT)).rejects.toBeInstanceOf(OutcomeUnknown);
    await fakeServer.healed();
    await waitFor('the late event', async () => (await all(store.read(stream)))[0]);
    await store.append(stream, 0n, [sampleEvent({ n: 1 })]);
    await store.append(stream, 'no_stream', [event]);
    expect((await all(store.read(stream))).map(numberOf)).toEqual([0, 1]);
  });

  it('is acknowledged when the server is only slow', async () => {
    const stream = newStream();
    await fakeServer.fault(onAppend('slow', { delayMs: 300 }));
    await store.append(stream, 'no_stream', [sampleEvent()]);
    expect(await all(store.read(stream))).toHaveLength(1);
  });

  it('is stored once after the server died while storing it and restarted', async () => {
    const stream = newStream();
    const event = sampleEvent();
    await fakeServer.fault(onAppend('die-after-store'));
    await expect(store.append(stream, 'no_stream', [event])).rejects.toBeInstanceOf(OutcomeUnknown);
    await fakeServer.restart();
    const { revision } = await store.append(stream, 'no_stream', [event]);
    expect(revision).toBe(0n);
    expect(await all(store.read(stream))).toHaveLength(1);
  });

  it('is not acknowledged while the server hangs, and is stored once when it continues', async () => {
    const stream = newStream();
    const event = sampleEvent();
    fakeServer.freeze();
    try {
      await expect(store.append(stream, 'no_stream', [event], SHORT)).rejects.toBeInstanceOf(OutcomeUnknown);
      await expect(store.ready()).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(all(store.read(stream))).rejects.toBeInstanceOf(StoreUnavailable);
    } finally {
      fakeServer.thaw();
    }
    await store.append(stream, 'no_stream', [event]);
    expect(await all(store.read(stream))).toHaveLength(1);
    await expect(store.ready()).resolves.toBeUndefined();
  });
});

describe('an append at an outdated revision', () => {
  it('is a conflict that names the actual revision', async () => {
    const stream = newStream();
    await appendNumbered(store, stream, 3);
    await fakeServer.fault(onAppend('conflict'));
    const mine = sampleEvent();
    await expect(store.append(stream, 2n, [mine])).rejects.toEqual(new RevisionConflict(stream, 3n));
    expect((await all(store.read(stream))).map((event) => event.id)).not.toContain(mine.id);
  });

  it('is also a conflict when its first attempt was lost', async () => {
    const stream = newStream();
    await fakeServer.fault(onAppend('silent'), onAppend('conflict'));
    const lost = store.append(stream, 'no_stream', [sampleEvent()], SHORT);
    await expect(lost).rejects.toEqual(new RevisionConflict(stream, 0n));
    expect(await all(store.read(stream))).toHaveLength(1);
  });
});

describe('one append', () => {
  it('is one call, and never the batch call, which ignores deadlines', async () => {
    const asked = await appendsAskedFor(async () => {
      for (let n = 0; n < 5; n++)
        await store.append(newStream(), 'no_stream', [sampleEvent(), sampleEvent()]);
    });
    expect(asked).toBe(5);
    expect((await fakeServer.state()).counts.batchAppend).toBe(0);
  });

  it("is not affected by another client's lost call", async () => {
    const other = await openEventStoreDb({ url: fakeServer.url });
    try {
      await fakeServer.fault(onAppend('unavailable-after-store', { times: SEND_LIMIT }));
      const [lost, kept] = [newStream(), newStream()];
      const losing = store.append(lost, 'no_stream', [sampleEvent()], SHORT);
      await waitFor('the lost append', async () => (await all(other.read(lost)))[0]);
      await losing;
      await fakeServer.healed();
      await other.append(kept, 'no_stream', [sampleEvent()]);
      expect(await all(store.read(lost))).toHaveLength(1);
      expect(await all(store.read(kept))).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('waits for the previous append to its stream, which the server stores late', async () => {
    const stream = newStream();
    await fakeServer.fault(onAppend('late', { delayMs: 300 }));
    const answers = await Promise.all([
      store.append(stream, 'no_stream', [sampleEvent({ n: 0 })]),
      store.append(stream, 0n, [sampleEvent({ n: 1 })]),
    ]);
    expect(answers.map((answer) => answer.revision)).toEqual([0n, 1n]);
  });

  it('is refused before it is sent when it cannot be written as JSON', async () => {
    const asked = await appendsAskedFor(async () => {
      for (const data of [{ n: 1n }, undefined]) {
        const odd = { ...sampleEvent(), data: data as never };
        await expect(store.append(newStream(), 'no_stream', [odd])).rejects.toMatchObject({
          name: 'TypeError',
        });
      }
    });
    expect(asked).toBe(0);
  });

  it('is refused as too large when the server refuses it, and nothing of it is stored', async () => {
    const stream = newStream();
    const batch = Array.from({ length: 24 }, () => sampleEvent({ text: 'x'.repeat(60_000) }));
    await expect(store.append(stream, 'no_stream', batch)).rejects.toBeInstanceOf(EventTooLarge);
    expect(await all(store.read(stream))).toEqual([]);
  });

  it('is refused immediately when too many wait', async () => {
    const stream = newStream();
    await fakeServer.fault(onAppend('silent', { times: 100 }));
    const waiting = Array.from({ length: APPENDS_IN_FLIGHT_LIMIT }, () =>
      store.append(stream, 'no_stream', [sampleEvent()], SHORT),
    );
    const outcomes = Promise.allSettled(waiting);
    await expect(store.append(newStream(), 'no_stream', [sampleEvent()])).rejects.toThrow(/Too many appends/);
    for (const outcome of await outcomes) expect(outcome.status).toBe('rejected');
    await fakeServer.healed();
    await store.append(stream, 'no_stream', [sampleEvent()]);
    expect(await all(store.read(stream))).toHaveLength(1);
  });
});

describe('an unreachable server', () => {
  it('has stored nothing, and is used as soon as it is back', async () => {
    const absent = await FakeEventStoreServer.start();
    const early = await openEventStoreDb({ url: absent.url });
    const stream = newStream();
    try {
      await absent.kill();
      await expect(early.append(stream, 'no_stream', [sampleEvent()])).rejects.toBeInstanceOf(
        StoreUnavailable,
      );
      await expect(early.ready()).rejects.toBeInstanceOf(StoreUnavailable);
      await absent.restart();
      await early.append(stream, 'no_stream', [sampleEvent()]);
      expect(await all(early.read(stream))).toHaveLength(1);
    } finally {
      await early.close();
      await absent.dispose();
    }
  });

  it.each(['esdb+discover', 'kurrentdb+discover', 'kurrentdb'])('is found by %s://', async (scheme) => {
    const found = await openEventStoreDb({ url: `${scheme}://${fakeServer.address}?tls=false` });
    const stream = newStream();
    await found.append(stream, 'no_stream', [sampleEvent()]);
    expect(await all(found.read(stream))).toHaveLength(1);
    await found.close();
  });

  it('is awaited no longer than the deadline of a call, even during cluster discovery', async () => {
    const hung = await FakeEventStoreServer.start();
    const looking = await openEventStoreDb({
      url: `esdb+discover://${hung.address}?tls=false&maxDiscoverAttempts=1`,
    });
    try {
      hung.freeze();
      const append = looking.append(newStream(), 'no_stream', [sampleEvent()], SHORT);
      await expect(append).rejects.toBeInstanceOf(OutcomeUnknown);
      await expect(looking.ready()).rejects.toBeInstanceOf(StoreUnavailable);
      await hung.kill();
      // The search ends now: what was waiting for it has ended before, and must not end the process.
      await expect(looking.ready()).rejects.toBeInstanceOf(StoreUnavailable);
    } finally {
      await looking.close();
      await hung.dispose();
    }
  });

  it('is no longer queried once the store is closed', async () => {
    const closed = await openEventStoreDb({ url: fakeServer.url });
    await closed.close();
    await expect(closed.append(newStream(), 'no_stream', [sampleEvent()])).rejects.toThrow(/closed/);
    await expect(all(closed.read(newStream()))).rejects.toThrow(/closed/);
    await expect(closed.head()).rejects.toThrow(/closed/);
  });
});
