import { randomUUID } from 'node:crypto';
import {
  FakeEventStoreServer,
  type FakeServerFault,
} from '../../../../../test/support/fake-event-store-server.js';
import { PATIENCE_MS, waitFor } from '../../../../../test/support/wait-for.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { BEGINNING, type FollowedPage } from '../event-store.port.js';
import { openEventStoreDb, type EventStoreDb } from './eventstoredb-event-store.js';
import {
  all,
  appendNumbered,
  endsWith,
  followUntil,
  numberOf,
  sampleEvent,
} from '../../../../../test/support/sample-events.js';

const FOREIGN_EVENTS = process.env['FLIP_TEST_SCALE'] === 'full' ? 200_000 : 20_000;

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
  process.stdout.write('Faults of subscriptions covered: EventStoreDB, on a fake server.\n');
});

const newCategory = () => `sample${randomUUID().replaceAll(/[^a-z]/g, '')}x`;
const onSubscribe = (kind: string, more: Partial<FakeServerFault> = {}): FakeServerFault => ({
  on: 'subscribe',
  kind,
  ...more,
});
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const numbersOf = (pages: readonly FollowedPage[]) => pages.flatMap((page) => page.events).map(numberOf);

/** The numbers that a follow delivers until `last` has come, however long that takes. */
async function followed(category: string, last: number, seen: number[] = []): Promise<number[]> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for await (const page of store.follow({ after: BEGINNING, prefixes: [`${category}-`], signal })) {
    seen.push(...page.events.map(numberOf));
    if (seen.at(-1) === last) return seen;
  }
  throw new Error(`The subscription ended after ${seen.length} events`);
}

describe('a subscription that the server ends', () => {
  it('resumes where it stopped, without skipping or repeating an event', async () => {
    const category = newCategory();
    await appendNumbered(store, `${category}-1`, 60);
    const before = store.drops;
    await fakeServer.fault(
      onSubscribe('drop', { events: 25 }),
      onSubscribe('end', { events: 10 }),
      onSubscribe('drop', { events: 0 }),
    );
    expect(await followed(category, 59)).toEqual(numbers(60));
    expect(store.drops).toBe(before + 3);
  });

  it('delivers once what the server sends twice', async () => {
    const category = newCategory();
    await appendNumbered(store, `${category}-1`, 20);
    await fakeServer.fault(onSubscribe('twice'));
    expect(numbersOf(await followUntil(store, { category }, endsWith(19)))).toEqual(numbers(20));
  });

  it('is restarted when it delivers none of the events in the log', async () => {
    const category = newCategory();
    await fakeServer.fault(onSubscribe('stall'));
    const following = followed(category, 4);
    await appendNumbered(store, `${category}-1`, 5);
    expect(await following).toEqual(numbers(5));
  });

  it('survives a crash of the server', async () => {
    const category = newCategory();
    await appendNumbered(store, `${category}-1`, 10);
    const seen: number[] = [];
    const following = followed(category, 19, seen);
    await waitFor('the first events', () => Promise.resolve(seen.length === 10 || null));
    await fakeServer.restart();
    for (let n = 10; n < 20; n++) await store.append(`${category}-1`, BigInt(n - 1), [sampleEvent({ n })]);
    expect(await following).toEqual(numbers(20));
  });

  it('continues after the server hung for a while', async () => {
    const category = newCategory();
    await appendNumbered(store, `${category}-1`, 10);
    const seen: number[] = [];
    const before = store.drops;
    const following = followed(category, 10, seen);
    await waitFor('the first events', () => Promise.resolve(seen.length === 10 || null));
    fakeServer.freeze();
    await waitFor('a drop', () => Promise.resolve(store.drops > before || null)).finally(() =>
      fakeServer.thaw(),
    );
    await store.append(`${category}-1`, 9n, [sampleEvent({ n: 10 })]);
    expect(await following).toEqual(numbers(11));
  });

  it('reports to its caller when the server stays unavailable', async () => {
    const absent = await FakeEventStoreServer.start();
    const lonely = await openEventStoreDb({ url: absent.url });
    await absent.dispose();
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const following = all(lonely.follow({ after: BEGINNING, prefixes: ['sample-'], signal }));
    await expect(following).rejects.toBeInstanceOf(StoreUnavailable);
    await lonely.close();
  });

  it('ends without an error while the server hangs, and when the store is closed', async () => {
    const closing = await openEventStoreDb({ url: fakeServer.url });
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const pages: FollowedPage[] = [];
    const following = (async () => {
      for await (const page of closing.follow({ after: BEGINNING, prefixes: ['sample-'], signal }))
        pages.push(page);
    })();
    await waitFor('a page', () => Promise.resolve(pages[0]));
    fakeServer.freeze();
    try {
      await closing.close();
      await expect(following).resolves.toBeUndefined();
    } finally {
      fakeServer.thaw();
    }
  });
});

describe('through', () => {
  it('reaches one of our events behind many foreign ones', async () => {
    const category = newCategory();
    const { position: after } = await store.append(`${category}-1`, 'no_stream', [sampleEvent({ n: 0 })]);
    await fakeServer.addForeign(FOREIGN_EVENTS);
    await store.append(`${category}-1`, 0n, [sampleEvent({ n: 1 })]);
    const pages = await followUntil(store, { after, category }, endsWith(1));
    expect(numbersOf(pages)).toEqual([1]);
    // A subscription that resumes does not start again from the beginning.
    expect(pages.filter((page) => page.events.length === 0).length).toBeGreaterThan(10);
  });

  it('reports that it is live behind many foreign events and none of ours', async () => {
    await fakeServer.addForeign(1_000);
    const pages = await followUntil(store, { category: newCategory() }, (page) => page.live);
    expect(pages.at(-1)?.through).toBe(await store.head());
  });

  it('never passes an event that a slow reader has not received, whenever the server ends it', async () => {
    const category = newCategory();
    for (let n = 0; n < 40; n++) {
      await store.append(`${category}-1`, n === 0 ? 'no_stream' : BigInt(n - 1), [sampleEvent({ n })]);
      await fakeServer.addForeign(300);
    }
    const seen: number[] = [];
    let after = BEGINNING;
    while (seen.length < 40) {
      await fakeServer.fault(onSubscribe('drop', { events: 7 }));
      const signal = AbortSignal.timeout(PATIENCE_MS);
      let count = 0;
      for await (const page of store.follow({ after, prefixes: [`${category}-`], signal })) {
        seen.push(...page.events.map(numberOf));
        after = page.through;
        await new Promise((resolve) => setTimeout(resolve, 5));
        // A reader that ends here resumes from `through`: everything it has not received must still come.
        if (++count === 3 || seen.length >= 40) break;
      }
    }
    expect(seen).toEqual(numbers(40));
  });
});

describe('an event of another program', () => {
  it('is delivered unchanged, and so are the events after it', async () => {
    const category = newCategory();
    const stream = `${category}-1`;
    await fakeServer.addByHand(stream, [
      { type: 'Torn', data: '{"n":', metadata: '{}' },
      { type: 'Odd', data: '{}', metadata: 'not json' },
      { type: 'Bytes', contentType: 'application/octet-stream', data: 'bytes', metadata: '' },
    ]);
    await store.append(stream, 2n, [sampleEvent({ n: 3 })]);
    const pages = await followUntil(store, { category }, (page) => page.live);
    const events = pages.flatMap((page) => page.events);
    expect(events.map((event) => event.type)).toEqual(['Torn', 'Odd', 'Bytes', 'SampleHappened']);
    expect(events[0]?.data).toBe('{"n":');
    expect(events[1]?.metadata).not.toEqual({});
    expect(await all(store.read(stream))).toEqual(events);
  });
});

describe('a read', () => {
  it('is retried after the server refused it once', async () => {
    const stream = `${newCategory()}-1`;
    await appendNumbered(store, stream, 3);
    await fakeServer.fault({ on: 'read', kind: 'unavailable' });
    expect((await all(store.read(stream))).map(numberOf)).toEqual([0, 1, 2]);
  });

  it('without a response ends at its own deadline', async () => {
    const stream = `${newCategory()}-1`;
    await appendNumbered(store, stream, 3);
    await fakeServer.fault({ on: 'read', kind: 'silent' });
    await expect(all(store.read(stream))).rejects.toBeInstanceOf(StoreUnavailable);
    expect((await all(store.read(stream))).map(numberOf)).toEqual([0, 1, 2]);
  });
});
