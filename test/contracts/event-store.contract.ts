import { randomUUID } from 'node:crypto';
import type { Position } from '../../api/src/event-sourcing/event.js';
import {
  APPEND_BATCH_LIMIT,
  BEGINNING,
  EVENT_SIZE_LIMIT_BYTES,
  EventTooLarge,
  positionIn,
  RevisionConflict,
  type EventStore,
  type FollowedPage,
} from '../../api/src/engine/event-store/event-store.port.js';
import {
  all,
  appendNumbered,
  endsWith,
  followUntil,
  interleave,
  numberOf,
  sampleEvent,
} from '../support/sample-events.js';

/** One store for the whole suite: `reopen` reopens the same log, `dispose` removes it. */
export interface EventStoreUnderTest {
  readonly store: EventStore;
  /** True when other programs write to the log, so that its head may be further ahead. */
  readonly isShared?: boolean;
  reopen(): Promise<EventStore>;
  dispose(): Promise<void>;
}

/** The contract of every event store; each adapter calls this function. */
export function eventStoreContract(name: string, open: () => Promise<EventStoreUnderTest>): void {
  describe(`event store contract: ${name}`, () => {
    let subject: EventStoreUnderTest;
    let store: EventStore;

    beforeAll(async () => {
      subject = await open();
      store = subject.store;
    });
    afterAll(async () => {
      await subject.dispose();
    });

    const newStream = (category = 'sample') => `${category}-${randomUUID()}`;
    /** A category used by this test only, so that a subscription sees nothing else. */
    const newCategory = () => `sample${randomUUID().replaceAll(/[^a-z]/g, '')}x`;

    describe('append and read', () => {
      it('reads an event back unchanged', async () => {
        const stream = newStream();
        const event = sampleEvent({ text: 'Ünï ☂ 𝒳 \u0000', cents: 1234, nested: { list: [1, null, true] } });
        const { position } = await store.append(stream, 'no_stream', [event]);
        expect(await all(store.read(stream))).toEqual([{ ...event, stream, revision: 0n, position }]);
      });

      it('returns the revision after a batch and the position of its last event', async () => {
        const stream = newStream();
        const answer = await store.append(stream, 'no_stream', [sampleEvent(), sampleEvent(), sampleEvent()]);
        const last = (await all(store.read(stream))).at(-1);
        expect(answer).toEqual({ revision: 2n, position: last?.position });
      });

      it('keeps the order of a batch and counts revisions from 0 without a gap', async () => {
        const stream = newStream();
        await appendNumbered(store, stream, 5);
        await store.append(stream, 4n, [sampleEvent({ n: 5 }), sampleEvent({ n: 6 })]);
        const events = await all(store.read(stream));
        expect(events.map((event) => event.revision)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n]);
        expect(events.map(numberOf)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      });

      it('gives positions whose text order is store order over all streams', async () => {
        const positions: Position[] = [];
        for (let n = 0; n < 12; n++) {
          positions.push((await store.append(newStream(), 'no_stream', [sampleEvent()])).position);
        }
        expect(positions).toEqual([...positions].sort());
        expect(new Set(positions).size).toBe(12);
        expect(positions.every((position) => position > BEGINNING)).toBe(true);
        // As they are copied, without leading zeros.
        expect(positions.map((position) => positionIn(position.replace(/^0+/, '')))).toEqual(positions);
      });

      it('reads a missing stream as empty', async () => {
        expect(await all(store.read(newStream()))).toEqual([]);
        expect(await all(store.read(newStream(), { backwards: true }))).toEqual([]);
      });

      it('reads from a revision, inclusive', async () => {
        const stream = newStream();
        await appendNumbered(store, stream, 6);
        expect((await all(store.read(stream, { from: 4n }))).map(numberOf)).toEqual([4, 5]);
        expect(await all(store.read(stream, { from: 6n }))).toEqual([]);
      });

      it('reads backwards from the end, or from a revision down to 0', async () => {
        const stream = newStream();
        await appendNumbered(store, stream, 4);
        expect((await all(store.read(stream, { backwards: true }))).map(numberOf)).toEqual([3, 2, 1, 0]);
        expect((await all(store.read(stream, { backwards: true, from: 1n }))).map(numberOf)).toEqual([1, 0]);
      });

      it('reads no more than the limit', async () => {
        const stream = newStream();
        await appendNumbered(store, stream, 5);
        expect((await all(store.read(stream, { limit: 2 }))).map(numberOf)).toEqual([0, 1]);
        expect((await all(store.read(stream, { limit: 1, backwards: true }))).map(numberOf)).toEqual([4]);
        expect((await all(store.read(stream, { limit: 2, from: 4n }))).map(numberOf)).toEqual([4]);
      });

      it('reads a stream that is longer than any page of the store', async () => {
        const stream = newStream();
        for (let n = 0; n < 1_280; n += 256) {
          const batch = Array.from({ length: 256 }, (_, index) => sampleEvent({ n: n + index }));
          await store.append(stream, n === 0 ? 'no_stream' : BigInt(n - 1), batch);
        }
        const expected = Array.from({ length: 1_280 }, (_, index) => index);
        expect((await all(store.read(stream))).map(numberOf)).toEqual(expected);
        expect((await all(store.read(stream, { backwards: true }))).map(numberOf)).toEqual(
          expected.reverse(),
        );
      });

      it('shows a completed append to every later read', async () => {
        const stream = newStream();
        for (let n = 0; n < 20; n++) {
          await store.append(stream, n === 0 ? 'no_stream' : BigInt(n - 1), [sampleEvent({ n })]);
          const [last] = await all(store.read(stream, { backwards: true, limit: 1 }));
          expect(last && numberOf(last)).toBe(n);
        }
      });
    });

    describe('expected revision', () => {
      it('refuses to start an existing stream and names its revision', async () => {
        const stream = newStream();
        await appendNumbered(store, stream, 2);
        await expect(store.append(stream, 'no_stream', [sampleEvent()])).rejects.toEqual(
          new RevisionConflict(stream, 1n),
        );
      });

      it('refuses an append before or beyond the end', async () => {
        const stream = newStream();
        await appendNumbered(store, stream, 3);
        const behind = store.append(stream, 1n, [sampleEvent()]);
        await expect(behind).rejects.toBeInstanceOf(RevisionConflict);
        await expect(behind).rejects.toMatchObject({ stream, actual: 2n });
        await expect(store.append(stream, 3n, [sampleEvent()])).rejects.toMatchObject({ actual: 2n });
        expect(await all(store.read(stream))).toHaveLength(3);
      });

      it('refuses a revision of a missing stream', async () => {
        const refused = store.append(newStream(), 0n, [sampleEvent()]);
        await expect(refused).rejects.toBeInstanceOf(RevisionConflict);
        await expect(refused).rejects.toMatchObject({ actual: 'no_stream' });
      });

      it('lets exactly one of many parallel appends at the same revision win', async () => {
        const stream = newStream();
        for (let round = 0; round < 5; round++) {
          const expected = round === 0 ? 'no_stream' : BigInt(round - 1);
          const outcomes = await Promise.allSettled(
            Array.from({ length: 40 }, (_, n) => store.append(stream, expected, [sampleEvent({ n })])),
          );
          const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
          expect(lost).toHaveLength(39);
          for (const { reason } of lost) expect(reason).toBeInstanceOf(RevisionConflict);
          expect(await all(store.read(stream))).toHaveLength(round + 1);
        }
      });

      it('does not let a refused append affect other waiting appends', async () => {
        const streams = Array.from({ length: 30 }, () => newStream());
        const taken = newStream();
        await appendNumbered(store, taken, 1);
        const outcomes = await Promise.allSettled(
          streams.flatMap((stream) => [
            store.append(stream, 'no_stream', [sampleEvent(), sampleEvent()]),
            store.append(taken, 'no_stream', [sampleEvent()]),
          ]),
        );
        expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(30);
        for (const stream of streams) expect(await all(store.read(stream))).toHaveLength(2);
        expect(await all(store.read(taken))).toHaveLength(1);
      });

      it('stores concurrent appends of one stream in the order of the calls', async () => {
        const stream = newStream();
        const answers = await Promise.all(
          Array.from({ length: 25 }, (_, n) =>
            store.append(stream, n === 0 ? 'no_stream' : BigInt(n - 1), [sampleEvent({ n })]),
          ),
        );
        expect(answers.map((answer) => answer.revision)).toEqual(answers.map((_, n) => BigInt(n)));
      });
    });

    describe('repeated appends of the same events', () => {
      it('returns the first result and stores nothing', async () => {
        const stream = newStream();
        await appendNumbered(store, stream, 1);
        const batch = [sampleEvent({ n: 1 }), sampleEvent({ n: 2 })];
        const first = await store.append(stream, 0n, batch);
        expect(await store.append(stream, 0n, batch)).toEqual(first);
        await store.append(stream, 2n, [sampleEvent({ n: 3 })]);
        expect(await store.append(stream, 0n, batch)).toEqual(first);
        expect(await all(store.read(stream))).toHaveLength(4);
      });

      it('returns the first result for a repeated first append of a stream', async () => {
        const stream = newStream();
        const batch = [sampleEvent()];
        const first = await store.append(stream, 'no_stream', batch);
        expect(await store.append(stream, 'no_stream', batch)).toEqual(first);
        expect(await all(store.read(stream))).toHaveLength(1);
      });

      it('stores them once when they are sent many times at the same moment', async () => {
        const stream = newStream();
        const batch = [sampleEvent(), sampleEvent()];
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => store.append(stream, 'no_stream', batch)),
        );
        expect(new Set(answers.map((answer) => `${answer.revision} ${answer.position}`)).size).toBe(1);
        expect(await all(store.read(stream))).toHaveLength(2);
      });

      it('returns the first result when a later append is sent twice together with the one before it', async () => {
        const stream = newStream();
        const [first, second, third] = [sampleEvent(), sampleEvent(), sampleEvent()];
        await store.append(stream, 'no_stream', [sampleEvent()]);
        const [, once, twice] = await Promise.all([
          store.append(stream, 0n, [first]),
          store.append(stream, 1n, [second, third]),
          store.append(stream, 1n, [second, third]),
        ]);
        expect(twice).toEqual(once);
        expect(await all(store.read(stream))).toHaveLength(4);
      });

      it('is a conflict when only some are stored, or others are stored in their place', async () => {
        const stream = newStream();
        const [first, second, other] = [sampleEvent(), sampleEvent(), sampleEvent()];
        await store.append(stream, 'no_stream', [first, second]);
        for (const batch of [[first, other], [other, second], [other], [first, second, other]]) {
          await expect(store.append(stream, 'no_stream', batch)).rejects.toBeInstanceOf(RevisionConflict);
        }
        expect((await all(store.read(stream))).map((event) => event.id)).toEqual([first.id, second.id]);
      });
    });

    describe('bounds', () => {
      it('refuses an event that is too large and stores nothing of its batch', async () => {
        const stream = newStream();
        const large = sampleEvent({ text: 'x'.repeat(EVENT_SIZE_LIMIT_BYTES) });
        await expect(store.append(stream, 'no_stream', [sampleEvent(), large])).rejects.toBeInstanceOf(
          EventTooLarge,
        );
        expect(await all(store.read(stream))).toEqual([]);
      });

      it('accepts an event just under the limit', async () => {
        const stream = newStream();
        const text = 'x'.repeat(EVENT_SIZE_LIMIT_BYTES - 1_000);
        await store.append(stream, 'no_stream', [sampleEvent({ text })]);
        expect((await all(store.read(stream)))[0]?.data).toEqual({ text });
      });

      it('refuses more events at once than the limit', async () => {
        const batch = Array.from({ length: APPEND_BATCH_LIMIT + 1 }, () => sampleEvent());
        await expect(store.append(newStream(), 'no_stream', batch)).rejects.toBeInstanceOf(EventTooLarge);
      });

      it('refuses an append that contains the same event twice and stores nothing of it', async () => {
        const stream = newStream();
        const event = sampleEvent();
        await expect(store.append(stream, 'no_stream', [event, event])).rejects.toThrow(TypeError);
        expect(await all(store.read(stream))).toEqual([]);
      });

      it('refuses an empty append, an empty type, an id that is no UUID and an odd stream name', async () => {
        await expect(store.append(newStream(), 'no_stream', [])).rejects.toThrow();
        await expect(store.append(newStream(), 'no_stream', [sampleEvent({}, '')])).rejects.toThrow();
        const odd = { ...sampleEvent(), id: 'not-a-uuid' };
        await expect(store.append(newStream(), 'no_stream', [odd])).rejects.toThrow();
        for (const stream of [
          '',
          'nodash',
          '-x',
          'sample-',
          '$sample-1',
          'sample-a b',
          `sample-${'x'.repeat(500)}`,
        ]) {
          await expect(store.append(stream, 'no_stream', [sampleEvent()])).rejects.toThrow();
        }
      });
    });

    describe('follow', () => {
      it('delivers existing events in store order, and reports when it is live', async () => {
        const [one, two] = [newCategory(), newCategory()];
        const streams = [newStream(one), newStream(two), newStream(one)];
        for (const [n, stream] of streams.entries())
          await store.append(stream, 'no_stream', [sampleEvent({ n })]);
        const pages = await followUntil(store, { category: [one, two] }, (page) => page.live);
        const events = pages.flatMap((page) => page.events);
        expect(events.map((event) => event.stream)).toEqual(streams);
        expect(events.map((event) => event.position)).toEqual(events.map((event) => event.position).sort());
      });

      it('starts after a position, exclusive', async () => {
        const category = newCategory();
        const stream = newStream(category);
        await appendNumbered(store, stream, 5);
        const [, second] = await all(store.read(stream));
        const pages = await followUntil(
          store,
          { after: second?.position ?? '', category },
          (page) => page.live,
        );
        expect(pages.flatMap((page) => page.events).map(numberOf)).toEqual([2, 3, 4]);
      });

      it('advances past events of other streams', async () => {
        const category = newCategory();
        const mine = await store.append(newStream(category), 'no_stream', [sampleEvent()]);
        const foreign = await store.append(newStream(), 'no_stream', [sampleEvent(), sampleEvent()]);
        const pages = await followUntil(store, { after: mine.position, category }, ({ through }) => {
          return through >= foreign.position;
        });
        expect(pages.flatMap((page) => page.events)).toEqual([]);
      });

      it('never moves past an undelivered event', async () => {
        const category = newCategory();
        const last = await interleave(store, category, 120);
        const pages = await followUntil(store, { category }, (page) => page.through >= last);
        let through: Position = BEGINNING;
        let count = 0;
        for (const page of pages) {
          for (const event of page.events) {
            expect(event.position > through).toBe(true);
            expect(event.position <= page.through).toBe(true);
            count += 1;
          }
          expect(page.through >= through).toBe(true);
          through = page.through;
        }
        expect(count).toBe(120);
      });

      it('is live at once, without an event, when nothing matches', async () => {
        const from = { after: await store.head(), category: newCategory() };
        const pages = await followUntil(store, from, (page) => page.live);
        expect(pages.flatMap((page) => page.events)).toEqual([]);
      });

      it('delivers events appended while it waits', async () => {
        const category = newCategory();
        const stream = newStream(category);
        const seen = followUntil(store, { after: await store.head(), category }, endsWith(2));
        await appendNumbered(store, stream, 3);
        expect((await seen).flatMap((page) => page.events).map(numberOf)).toEqual([0, 1, 2]);
      });

      it('delivers the same events to two subscriptions', async () => {
        const category = newCategory();
        const follow = () => followUntil(store, { category }, endsWith(49));
        const both = Promise.all([follow(), follow()]);
        await appendNumbered(store, newStream(category), 50);
        const [left, right] = await both;
        expect(left.flatMap((page) => page.events)).toEqual(right.flatMap((page) => page.events));
      });

      it('skips nothing for a slow consumer', async () => {
        const category = newCategory();
        const stream = newStream(category);
        const seen: number[] = [];
        const reading = followUntil(store, { category }, async (page) => {
          seen.push(...page.events.map(numberOf));
          await new Promise((resolve) => setTimeout(resolve, 3));
          return endsWith(299)(page);
        });
        for (let n = 0; n < 300; n++) {
          await store.append(stream, n === 0 ? 'no_stream' : BigInt(n - 1), [sampleEvent({ n })]);
        }
        await reading;
        expect(seen).toEqual(Array.from({ length: 300 }, (_, n) => n));
      });

      it('ends without an error when aborted, even while waiting', async () => {
        const stop = new AbortController();
        const pages: FollowedPage[] = [];
        const following = (async () => {
          const after = await store.head();
          for await (const page of store.follow({ after, prefixes: ['sample-'], signal: stop.signal })) {
            pages.push(page);
          }
        })();
        while (!pages.some((page) => page.live)) await new Promise((resolve) => setTimeout(resolve, 5));
        stop.abort();
        await expect(following).resolves.toBeUndefined();
      });
    });

    describe('head and reopening', () => {
      const expectHead = async (position: Position) => {
        const head = await store.head();
        expect(subject.isShared ? head >= position : head === position).toBe(true);
      };

      it('returns the position of the last event in the log', async () => {
        const { position } = await store.append(newStream(), 'no_stream', [sampleEvent(), sampleEvent()]);
        await expectHead(position);
      });

      it('knows when the newest event was recorded', async () => {
        const event = sampleEvent();
        const at = '2027-05-06T07:08:09.123Z';
        await store.append(newStream(), 'no_stream', [{ ...event, metadata: { ...event.metadata, at } }]);
        const newestAtMs = await store.newestAtMs();
        expect(subject.isShared ? at : new Date(newestAtMs ?? 0).toISOString()).toBe(at);
      });

      it('is ready', async () => {
        await expect(store.ready()).resolves.toBeUndefined();
      });

      it('has every acknowledged event after reopening and continues from there', async () => {
        const stream = newStream();
        const batch = [sampleEvent({ n: 0 }), sampleEvent({ n: 1 })];
        const first = await store.append(stream, 'no_stream', batch);
        const before = await all(store.read(stream));
        await store.close();
        store = await subject.reopen();
        await expectHead(first.position);
        expect(await all(store.read(stream))).toEqual(before);
        expect(await store.append(stream, 'no_stream', batch)).toEqual(first);
        const next = await store.append(stream, 1n, [sampleEvent({ n: 2 })]);
        expect(next.position > first.position).toBe(true);
      });
    });
  });
}
