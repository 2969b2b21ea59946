import type { RecordedEvent } from '../../../event-sourcing/event.js';
import type { LogEntry } from '../../event-store/codec.js';
import type { MongoFault, FakeMongoServer } from '../../../../../test/support/fake-mongo-server.js';
import { Outage } from '../../storage/outage.js';
import { CheckpointMoved, GenerationWriter } from '../../subscriptions/projections/generation-writer.js';
import type { AnyProjection } from '../../../event-sourcing/projection.js';
import {
  NoteWriter,
  liveNotes,
  notes,
  position,
  type Note,
  notesView,
} from '../../../../../test/support/view-store-fixture.js';
import { FakeServerViews, scanned } from '../../../../../test/support/mongodb-view-store-fixture.js';
import type { ViewDocument, ViewStore } from '../view-store.port.js';

/** Long enough for a slow machine to do what precedes a fault, short enough to wait for. */
const DEADLINE_MS = 2_000;
/** What a deadline may be late on a machine that others use too. */
const LATE_MS = 20_000;

const january: Note = { owner: 'ann', at: '2026-01' };
const byOwner = { by: 'byOwner', where: { owner: 'ann' }, limit: 100 };
const unavailable = { name: 'StoreUnavailable' };

/** Counts the events of each note; one called `poison` throws. */
const noteKeeper: AnyProjection = {
  ...notes(),
  prefixes: ['note-'],
  keys: ({ stream }) => [stream],
  evolve(before, { data }) {
    const { word } = data as { word: string };
    if (word === 'poison') throw new Error('it is poison');
    const text = ((before as Note | null)?.text ?? '') + word;
    return word === 'gone' ? null : ({ owner: 'ann', at: '2026-01', text } satisfies Note);
  },
};

/** A page of the log: each event a note's id and the word that it adds. */
function page(from: number, events: readonly (readonly [string, string])[]) {
  const entries = events.map(([stream, word], place): LogEntry => {
    const stored = { stream, position: position(from + place) };
    return { event: { ...stored, type: 'Written', data: { word } }, stored } as unknown as LogEntry & {
      event: RecordedEvent;
    };
  });
  return { events: entries, through: position(from + events.length - 1) };
}

let views: FakeServerViews;
let server: FakeMongoServer;
beforeAll(async () => {
  views = await FakeServerViews.start();
  server = views.server;
});
afterAll(async () => {
  await server.stop();
  process.stdout.write('Faults of MongoDB under the view store: on the fake server.\n');
});
afterEach(() => views.endCase());

const open = (deadlineMs?: number) => views.open(deadlineMs);
const forEver = new AbortController().signal;

async function runner(store: ViewStore): Promise<GenerationWriter> {
  const writer = new GenerationWriter(store, noteKeeper, {
    generation: 1,
    outage: new Outage(noteKeeper.name),
  });
  await writer.load();
  return writer;
}

const noteOf = (id: string, text: string, at: number): ViewDocument => ({
  id,
  document: { owner: 'ann', at: '2026-01', text },
  position: position(at),
});

describe('a crash', () => {
  it.each([
    ['between the documents and their checkpoint', { command: 'update', collection: 'view_' }],
    [
      'after the checkpoint was stored but not yet answered',
      { command: 'update', collection: 'projections' },
    ],
  ])('of the server %s is repeated without effect', async (_, where) => {
    const store = await open();
    await liveNotes(store);
    const writer = await runner(store);
    await writer.write(page(1, [['a', '1']]), forEver);
    await server.fault({ kind: 'die-after-storing', ...where });
    const written = writer.write(
      page(2, [
        ['a', '2'],
        ['b', '1'],
        ['a', '3'],
        ['c', 'poison'],
      ]),
      forEver,
    );
    await server.restart();
    expect(await written).toBe(position(5));
    expect(await scanned(store)).toEqual([noteOf('a', '123', 4), noteOf('b', '1', 3)]);
    expect(await store.checkpoint('note-keeper', 1)).toBe(position(5));
    expect(await store.parked('note-keeper', 1)).toMatchObject([{ position: position(5), keys: ['c'] }]);
  });

  it('of this process between the documents and their checkpoint is repeated without effect', async () => {
    const first = await open(DEADLINE_MS);
    await liveNotes(first);
    await server.fault({ kind: 'silent', command: 'update', collection: 'projections' });
    const events = page(1, [
      ['a', '1'],
      ['a', '2'],
      ['b', 'gone'],
    ]);
    const stopping = new AbortController();
    const crashed = (await runner(first)).write(events, stopping.signal);
    stopping.abort();
    await expect(crashed).rejects.toMatchObject(unavailable);
    await server.endFaults();
    const second = await open();
    await second.declare([notes()]);
    expect(await second.checkpoint('note-keeper', 1)).toBeNull();
    expect(await scanned(second)).toEqual([noteOf('a', '12', 2)]);
    await (await runner(second)).write(events, forEver);
    expect(await scanned(second)).toEqual([noteOf('a', '12', 2)]);
    expect(await second.checkpoint('note-keeper', 1)).toBe(events.through);
  });
});

describe('two processes', () => {
  it('that fold the same events concurrently build the same view as one', async () => {
    const stores = [await open(), await open()];
    await liveNotes(stores[0] ?? (await open()));
    await stores[1]?.declare([notes()]);
    const pages = Array.from({ length: 12 }, (_, round) =>
      page(
        round * 40 + 1,
        Array.from({ length: 40 }, (__, place) => [`n${(place * 7) % 20}`, `${round} `] as const),
      ),
    );
    await Promise.all(
      stores.map(async (store) => {
        const writer = await runner(store);
        for (const each of pages) {
          if (writer.checkpoint < each.through) await writer.write(each, forEver);
        }
      }),
    );
    const documents = await scanned(stores[0] ?? (await open()));
    const text = pages.map((_, round) => `${round} ${round} `).join('');
    expect(documents).toHaveLength(20);
    for (const { document } of documents) expect(document).toMatchObject({ text });
    expect(await stores[1]?.checkpoint('note-keeper', 1)).toBe(position(480));
  });

  it('never pass an event that one of them has parked', async () => {
    const [mine, other] = [await open(), await open()];
    await liveNotes(mine);
    await other.declare([notes()]);
    const otherWriter = await runner(other);
    // Between the two looks of a runner that starts, the other one parks an event and moves on.
    let isFirstLook = true;
    const after = async <T>(look: Promise<T>): Promise<T> => {
      const found = await look;
      if (isFirstLook) {
        isFirstLook = false;
        await otherWriter.write(page(1, [['a', 'poison']]), forEver);
      }
      return found;
    };
    const looking: ViewStore = Object.assign(Object.create(mine) as ViewStore, {
      parked: (...asked: Parameters<ViewStore['parked']>) => after(mine.parked(...asked)),
      checkpoint: (...asked: Parameters<ViewStore['checkpoint']>) => after(mine.checkpoint(...asked)),
      commit: (...asked: Parameters<ViewStore['commit']>) => mine.commit(...asked),
    });
    const writer = await runner(looking);
    const events = page(1, [
      ['a', 'poison'],
      ['a', 'later'],
    ]).events;
    const missed = events.filter(({ stored }) => stored.position > writer.checkpoint);
    await writer.write({ events: missed, through: position(2) }, forEver);
    expect(await scanned(mine)).toEqual([]);
    expect(await mine.parked('note-keeper', 1)).toMatchObject([{ keys: ['a'] }, { keys: ['a'] }]);
  });

  it('never move the checkpoint back with a superseded batch', async () => {
    const [mine, other] = [await open(), await open()];
    const batch = (await liveNotes(mine)).batch({});
    await server.fault({ kind: 'slow', command: 'update', collection: 'projections', ms: 500, times: 1 });
    await server.forgetSeen();
    const superseded = mine.commit({ ...batch, next: position(1) });
    await server.received('update', 'projections');
    expect(await other.commit({ ...batch, next: position(5) })).toBe('ok');
    expect(await superseded).toBe('stale');
    expect(await mine.checkpoint('note-keeper', 1)).toBe(position(5));
  });

  it('can apply a parked event while the other one moves the checkpoint', async () => {
    const [mine, other] = [await open(), await open()];
    const writer = await liveNotes(mine);
    const parked = [{ position: position(1), stream: 'a', keys: ['a'], reason: 'it threw' }];
    await writer.commit({ ...writer.batch({}), next: position(1), parked });
    await server.fault({ kind: 'late', command: 'update', collection: 'view_', ms: 300, times: 1 });
    const batch = { projection: 'note-keeper', generation: 1, expect: position(1), next: position(1) };
    const writes = [{ id: 'a', document: january, position: position(1), was: null }];
    await server.forgetSeen();
    const applied = mine.commit({ ...batch, writes, parked: [], unparked: [position(1)] });
    await server.received('update', 'view_');
    expect(await other.commit({ ...batch, next: position(9), writes: [], parked: [] })).toBe('ok');
    expect(await applied).toBe('ok');
    expect(await mine.parked('note-keeper', 1)).toEqual([]);
    expect(await mine.checkpoint('note-keeper', 1)).toBe(position(9));
  });
});

describe('a server that does not respond', () => {
  it.each<[string, (store: ViewStore, writer: NoteWriter) => Promise<unknown>]>([
    ['get', (store) => store.get(notesView, 'n1')],
    ['find', (store) => store.find(notesView, byOwner)],
    ['findJson', (store) => store.findJson(notesView, byOwner)],
    ['generations', (store) => store.generations('note-keeper')],
    ['ready', (store) => store.ready()],
    ['declare', (store) => store.declare([notes()])],
    ['begin', (store) => store.begin('note-keeper')],
    ['getMany', (store) => store.getMany('note-keeper', 1, ['n1'])],
    ['commit', (store, writer) => store.commit(writer.batch({ n2: january }))],
    ['scan', (store) => scanned(store)],
  ])('makes %s unavailable at its deadline', async (_, call) => {
    const store = await open(DEADLINE_MS);
    const writer = await liveNotes(store);
    server.pause();
    const startedAtMs = performance.now();
    await expect(call(store, writer)).rejects.toMatchObject(unavailable);
    expect(performance.now() - startedAtMs).toBeLessThan(LATE_MS);
    server.resume();
    await store.ready();
    await writer.put({ n1: january });
    expect(await store.get(notesView, 'n1')).toEqual(january);
  });

  it('is not awaited beyond the deadline, even if its response would still arrive', async () => {
    const store = await open(DEADLINE_MS);
    await (await liveNotes(store)).put({ n1: january });
    await server.fault({ kind: 'late', command: 'find', ms: DEADLINE_MS * 4, times: 1 });
    await expect(store.generations('note-keeper')).rejects.toMatchObject(unavailable);
    expect(await store.get(notesView, 'n1')).toEqual(january);
  });

  it('does not prevent opening the store, which works once the server is back', async () => {
    const store = await open(DEADLINE_MS);
    await server.kill();
    await expect(store.declare([notes()])).rejects.toMatchObject(unavailable);
    await expect(store.ready()).rejects.toMatchObject(unavailable);
    await server.restart();
    await (await liveNotes(store)).put({ n1: january });
    expect(await store.get(notesView, 'n1')).toEqual(january);
  });

  it('does not prevent the process from closing', async () => {
    const store = await open(DEADLINE_MS);
    await liveNotes(store);
    server.pause();
    const reading = expect(store.get(notesView, 'n1')).rejects.toMatchObject(unavailable);
    await store.close();
    await reading;
  });

  it('gets no further requests from a batch past its deadline', async () => {
    const store = await open(DEADLINE_MS);
    const writer = await liveNotes(store);
    await server.fault({ kind: 'silent', command: 'update', collection: 'view_', times: 1 });
    await server.forgetSeen();
    await expect(store.commit(writer.batch({ n1: january }))).rejects.toMatchObject(unavailable);
    const words = (await server.seen()).filter(({ collection }) => collection === 'projections');
    expect(words.map(({ word }) => word)).toEqual(['find']);
    expect(await store.checkpoint('note-keeper', 1)).toBeNull();
  });
});

describe('a lost connection', () => {
  it.each<MongoFault>([
    { kind: 'close', command: 'find', times: 1 },
    { kind: 'close-after-storing', command: 'find', times: 1 },
  ])('under a read heals without anybody noticing: %p', async (fault) => {
    const store = await open();
    const writer = await liveNotes(store);
    await writer.put({ n1: january });
    await server.fault(fault);
    expect((await store.find(notesView, byOwner)).items).toEqual([january]);
    await server.fault(fault);
    expect(await store.get(notesView, 'n1')).toEqual(january);
  });

  it.each<MongoFault>([
    { kind: 'close', command: 'update', times: 1 },
    { kind: 'close-after-storing', command: 'update', times: 1 },
    { kind: 'close-after-storing', command: 'update', collection: 'projections', times: 1 },
    { kind: 'refuse', command: 'update', times: 1, code: 11_600 },
    { kind: 'late', command: 'update', times: 2, ms: 200 },
  ])('under a write is made good by the runner: %p', async (fault) => {
    const store = await open();
    await liveNotes(store);
    const writer = await runner(store);
    await server.fault(fault);
    await writer.write(
      page(1, [
        ['a', '1'],
        ['b', '1'],
        ['a', '2'],
      ]),
      forEver,
    );
    await writer.write(page(4, [['a', '3']]), forEver);
    expect(await scanned(store)).toEqual([noteOf('a', '123', 4), noteOf('b', '1', 2)]);
  });

  it('is distinguished from a store that went back in time', async () => {
    const store = await open();
    await liveNotes(store);
    const writer = await runner(store);
    await writer.write(page(1, [['a', '1']]), forEver);
    await views.raw
      .collection<{ _id: string }>('projections')
      .updateOne({ _id: { $eq: 'note-keeper' } }, { $set: { 'live.checkpoint': position(0) } });
    await expect(writer.write(page(2, [['a', '2']]), forEver)).rejects.toBeInstanceOf(CheckpointMoved);
  });
});
