import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DamagedLog } from '../../engine/event-store/embedded/hash-chain.js';
import { openEmbeddedEventStore } from '../../engine/event-store/embedded/embedded-event-store.js';
import {
  BEGINNING,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '../../engine/event-store/event-store.port.js';
import { interleave, sampleEvent } from '../../../../test/support/sample-events.js';
import { changed } from '../../../../test/support/till-views.js';
import { systemClock } from '../../config/clock.js';
import { encryptFields } from '../../engine/event-store/envelope.js';
import { eventMac } from '../../engine/event-store/codec.js';
import { DataKeys } from '../../engine/event-store/data-keys.js';
import { openEmbeddedVault } from '../../engine/vault/embedded-vault.js';
import { readCheckedExport } from './format.js';
import { SAGA_OWNER, type Vault } from '../../engine/vault/vault.port.js';
import { pagesUntilNow } from '../checks/log-pages.js';
import { exportStores, MOVED_KINDS, type MovedStores } from './export.js';
import { importStores } from './import.js';

const SAMPLES = 40;
const KEY = Buffer.alloc(32, 7).toString('base64');
const ignore = () => undefined;

describe('stores that move', () => {
  let folder: string;
  let source: MovedStores;
  let target: MovedStores;
  let exported: string;
  let open: MovedStores[];

  beforeEach(async () => {
    open = [];
    folder = await mkdtemp(join(tmpdir(), 'flip-move-'));
    exported = join(folder, 'export');
    source = await openNew('source');
    target = await openNew('target');
    await fill(source);
  });

  afterEach(async () => {
    for (const { eventStore, vault } of open) {
      await eventStore.close();
      await vault.close();
    }
    await rm(folder, { recursive: true });
  });

  async function openNew(name: string): Promise<MovedStores> {
    const dataDir = join(folder, name);
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'secrets.json'), '{}');
    const file = join(dataDir, 'events.db');
    const opened = await openEmbeddedEventStore({ keyEncryptionKey: KEY, file });
    const vault = openEmbeddedVault(join(dataDir, 'vault.db'));
    const keys = new DataKeys(vault, { keyEncryptionKey: KEY });
    const eventStore = changed<EventStore>(opened, {
      append: (stream, expected, events, ...rest) => {
        const first = expected === 'no_stream' ? 0n : expected + 1n;
        return opened.append(stream, expected, authentic(keys, stream, first, events), ...rest);
      },
    });
    const stores = {
      eventStore,
      viewStore: { generations: () => Promise.resolve({ live: null, building: null }) },
      vault,
      keys,
      verifyChain: () => opened.verifyChain(),
      prefixes: ['sample-'],
      projections: ['samples'],
    };
    open.push(stores);
    return stores;
  }

  const exportSource = (stores = source) =>
    exportStores({
      stores,
      dataDir: join(folder, 'source'),
      target: exported,
      clock: systemClock,
      report: ignore,
    });
  const importTo = async (stores: MovedStores) => {
    const manifest = await readCheckedExport(exported);
    return importStores({ stores, source: exported, manifest, clock: systemClock, report: ignore });
  };

  it('arrive with every event in the same order with its id and revision, and every record but leases', async () => {
    await exportSource();
    const all = await eventsOf(source.eventStore);
    expect(await importTo(target)).toMatchObject({ resumedAfter: 0, events: all.length });
    expect(await eventsOf(target.eventStore)).toEqual(all);
    expect(await recordsOf(target.vault)).toEqual(await recordsOf(source.vault));
    expect(await target.vault.get('state', 'transfers/sample-a')).not.toBeNull();
    expect(await target.vault.get('lease', 'mail')).toBeNull();
  });

  it('omit the snapshot of a very long history, which a server might refuse', async () => {
    const value = { state: 'x'.repeat(8 * 1_024 * 1_024) };
    await source.vault.put('state', 'transfers/sample-long', { owner: 'sample-long', value }, null);
    await exportSource();
    await importTo(target);
    expect(await target.vault.get('state', 'transfers/sample-long')).toBeNull();
    expect(await target.vault.get('state', 'transfers/sample-a')).not.toBeNull();
  });

  it('keep the positions of sagas and of their parked events, however the new log numbers them', async () => {
    const all = await eventsOf(source.eventStore);
    await exportSource();
    const other = { ...target, eventStore: countedInTens(target.eventStore) };
    await importTo(other);
    const moved = await eventsOf(other.eventStore);
    const checkpoint = await target.vault.get('checkpoint', 'fraud');
    expect(checkpoint?.value).toEqual({ through: moved[9]?.position });
    expect((await target.vault.get('checkpoint', 'mail'))?.value).toEqual({
      through: moved.at(-1)?.position,
    });
    expect((await target.vault.get('checkpoint', 'new'))?.value).toEqual({ through: BEGINNING });
    expect((await target.vault.get('parked', 'fraud/x'))?.value).toEqual({
      key: 'x',
      reason: 'why',
      events: [{ stream: all[4]?.stream, position: moved[4]?.position }],
    });
  });

  it('keep the order of each stream, and which events a saga has seen, on a server that appends in any order', async () => {
    await exportSource();
    const all = await eventsOf(source.eventStore);
    const server = { ...target, verifyChain: null };
    const cut = failingAfter(target.eventStore, 'append', 5);
    await expect(importTo({ ...server, eventStore: shuffling(cut) })).rejects.toThrow('cut off');
    await importTo({ ...server, eventStore: shuffling(target.eventStore) });
    const moved = await eventsOf(target.eventStore);
    const idsOf = (events: readonly StoredEvent[]) => events.map(({ id }) => id);
    expect(idsOf(moved)).not.toEqual(idsOf(all));
    for (const stream of new Set(all.map((event) => event.stream))) {
      const of = (events: readonly StoredEvent[]) => idsOf(events.filter((event) => event.stream === stream));
      expect(of(moved)).toEqual(of(all));
    }
    const { through } = (await target.vault.get<{ through: string }>('checkpoint', 'fraud'))?.value ?? {};
    const own = moved.filter(({ stream }) => stream.startsWith('sample-'));
    const seen = own.filter(({ position }) => position <= String(through));
    expect(idsOf(seen).sort()).toEqual(idsOf(all.slice(0, 10)).sort());
    const parked = await target.vault.get<{ events: readonly unknown[] }>('parked', 'fraud/x');
    const { position } = moved.find(({ id }) => id === all[4]?.id) ?? {};
    expect(parked?.value.events).toEqual([{ stream: all[4]?.stream, position }]);
    // Servers are marked with their format, which is not moved.
    expect((await target.vault.get('format', 'stores'))?.value).toEqual({ format: 1 });
    expect(moved.filter(({ stream }) => stream === 'flip-format')).toHaveLength(1);
    await rm(exported, { recursive: true });
    expect((await exportSource(target)).foreign.events).toBe(0);
  });

  it('resume an interrupted import at any point', async () => {
    await exportSource();
    const all = await eventsOf(source.eventStore);
    const resumed: number[] = [];
    for (const writes of [2, 5, 9, 30]) {
      const cut = { ...target, eventStore: failingAfter(target.eventStore, 'append', writes) };
      await expect(importTo(cut)).rejects.toThrow('cut off');
      resumed.push((await eventsOf(target.eventStore)).length);
    }
    await expect(importTo({ ...target, vault: failingAfter(target.vault, 'delete', 0) })).rejects.toThrow(
      'cut off',
    );
    expect(resumed).toEqual([...resumed].sort((one, another) => one - another));
    expect(resumed[0]).toBeGreaterThan(0);
    expect(await importTo(target)).toMatchObject({ resumedAfter: all.length });
    expect(await eventsOf(target.eventStore)).toEqual(all);
    expect(await recordsOf(target.vault)).toEqual(await recordsOf(source.vault));
  });

  it('resume an import that was interrupted within the records of the vault', async () => {
    await exportSource();
    const cut = { ...target, vault: failingAfter(target.vault, 'put', 3) };
    await expect(importTo(cut)).rejects.toThrow('cut off');
    await importTo(target);
    expect(await recordsOf(target.vault)).toEqual(await recordsOf(source.vault));
  });

  it('are refused by a target that holds an event, a record or another import', async () => {
    await exportSource();
    await target.vault.put('token', 't', { owner: 'ann', value: {} }, null);
    await expect(importTo(target)).rejects.toThrow('The vault is not empty');
    const used = await openNew('used');
    await used.eventStore.append('sample-mine', 'no_stream', [sampleEvent()]);
    await expect(importTo(used)).rejects.toThrow('not of this export: sample-mine');
    const begun = await openNew('begun');
    const cut = { ...begun, eventStore: failingAfter(begun.eventStore, 'append', 2) };
    await expect(importTo(cut)).rejects.toThrow('cut off');
    await rm(exported, { recursive: true });
    await exportSource();
    await expect(importTo(begun)).rejects.toThrow('another export');
    await expect(exportSource(begun)).rejects.toThrow('not finished');
  });

  it('keep each append below the size limit of a server', async () => {
    const large = Array.from({ length: 20 }, () => sampleEvent({ text: 'x'.repeat(60_000) }));
    for (const [place, event] of large.entries())
      await source.eventStore.append('sample-large', place === 0 ? 'no_stream' : BigInt(place - 1), [event]);
    await exportSource();
    const sizes: number[] = [];
    const measured = changed<EventStore>(target.eventStore, {
      append: (...asked) => {
        sizes.push(Buffer.byteLength(JSON.stringify(asked[2])));
        return target.eventStore.append(...asked);
      },
    });
    await importTo({ ...target, eventStore: measured });
    expect(await eventsOf(target.eventStore)).toEqual(await eventsOf(source.eventStore));
    expect(Math.max(...sizes)).toBeLessThan(1_000_000);
    expect(sizes.length).toBeGreaterThan(2);
  });

  it('skip and report the events of other applications in the same log', async () => {
    const own = await eventsOf(source.eventStore);
    await source.eventStore.append('orders-1', 'no_stream', [sampleEvent()]);
    await target.eventStore.append('invoices-1', 'no_stream', [sampleEvent()]);
    const { events, foreign } = await exportSource();
    expect([events, foreign]).toEqual([own.length, { events: 1, streams: ['orders-1'] }]);
    await importTo(target);
    const arrived = (await eventsOf(target.eventStore)).filter(({ stream }) => stream !== 'invoices-1');
    expect(arrived.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
  });

  it('are not imported a second time', async () => {
    await exportSource();
    await importTo(target);
    await expect(importTo(target)).rejects.toThrow('not empty');
  });

  it('are neither exported nor imported when an encrypted event could not be decrypted', async () => {
    const key = await source.keys.getOrCreate('ann');
    if (key === 'destroyed') throw new Error('a new key');
    const sealed = encryptFields({ key, context: 'sample' }, 'ann', new Map([['name', 'Ann']]));
    await source.eventStore.append('sample-sealed', 'no_stream', [sampleEvent({ sealed })]);
    const others = withOtherKey(source);
    const refusal = 'data key of event 0 of sample-sealed cannot be decrypted';
    await expect(exportSource({ ...source, keys: others })).rejects.toThrow(refusal);
    await exportSource();
    const elsewhere = withOtherKey(target);
    await expect(importTo({ ...target, keys: elsewhere })).rejects.toThrow(refusal);
    await importTo(target);
    await rm(exported, { recursive: true });
    const keyless = await openNew('keyless');
    await keyless.eventStore.append('sample-sealed', 'no_stream', [sampleEvent({ sealed })]);
    await expect(exportSource(keyless)).rejects.toThrow('not in the vault');
  });

  it('are neither exported nor imported when an event was forged', async () => {
    await exportSource();
    const otherSecrets = new DataKeys(target.vault, {
      keyEncryptionKey: Buffer.alloc(32, 8).toString('base64'),
    });
    await expect(importTo({ ...target, keys: otherSecrets })).rejects.toThrow('is not what was written');
    await rm(exported, { recursive: true });
    const { metadata, ...event } = sampleEvent();
    const forged = { ...event, metadata: { ...metadata, mac: 'made-up' } };
    await source.eventStore.append('sample-forged', 'no_stream', [forged]);
    await expect(exportSource()).rejects.toThrow('event 0 of sample-forged is not what was written');
  });

  it('are not touched while a server runs on either side', async () => {
    const lease = { owner: 'mail', value: { holder: 'x', untilMs: systemClock.now() + 60_000 } };
    await exportSource();
    await target.vault.put('lease', 'mail', lease, null);
    await expect(importTo(target)).rejects.toThrow('works on these stores');
    await target.vault.delete('lease', 'mail');
    await target.vault.put('lease', 'mail', { ...lease, value: { holder: '', untilMs: 0 } }, null);
    await importTo(target);
    await source.vault.put('lease', 'webhooks', lease, null);
    await rm(exported, { recursive: true });
    await expect(exportSource()).rejects.toThrow('works on these stores');
  });

  it('are not exported when an old event was changed', async () => {
    const damage = new DamagedLog('events.db', 'an event was changed', '');
    const found = { events: 3, total: 40, through: '', damage };
    // oxlint-disable-next-line typescript/require-await -- a chain that is damaged at its first step
    const verifyChain = async function* () {
      yield found;
    };
    await expect(exportSource({ ...source, verifyChain })).rejects.toBe(damage);
  });

  it('are refused where views of another log are live or building', async () => {
    await exportSource();
    for (const there of [
      { live: 1, building: null },
      { live: null, building: 1 },
    ]) {
      const viewStore = { generations: () => Promise.resolve(there) };
      await expect(importTo({ ...target, viewStore })).rejects.toThrow('views of another log (samples)');
    }
    await importTo(target);
  });

  it('end where the log ended, even if other writers continue', async () => {
    const busy = changed<EventStore>(source.eventStore, {
      async *follow(request) {
        for await (const page of source.eventStore.follow(request)) {
          await source.eventStore.append(`others-${randomUUID()}`, 'no_stream', [sampleEvent()]);
          yield { ...page, live: false };
        }
      },
    });
    const { events } = await exportSource({ ...source, eventStore: busy });
    expect(events).toBe(
      (await eventsOf(source.eventStore)).filter(({ stream }) => stream.startsWith('sample-')).length,
    );
  });

  it('are verified record by record', async () => {
    await exportSource();
    const forgetful = changed<Vault>(target.vault, {
      get: async (kind, id) => {
        const found = await target.vault.get<never>(kind, id);
        return found && kind === 'credential' ? { ...found, value: {} as never } : found;
      },
    });
    await expect(importTo({ ...target, vault: forgetful })).rejects.toThrow('another credential');
  });

  it('are not imported from an export with a changed byte; the message names the file', async () => {
    await exportSource();
    const path = join(exported, 'events-000001.ndjson');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"n":3', '"n":4'));
    await expect(importTo(target)).rejects.toThrow('events-000001.ndjson of the export is damaged');
    expect(await eventsOf(target.eventStore)).toEqual([]);
  });

  it('are not exported while something is recorded, and no incomplete export remains', async () => {
    const busy = changed<Vault>(source.vault, {
      scan: async (...asked) => {
        await source.eventStore.append(`sample-${randomUUID()}`, 'no_stream', [sampleEvent()]);
        return source.vault.scan(...asked);
      },
    });
    await expect(exportSource({ ...source, vault: busy })).rejects.toThrow('stop every Flip server');
    await expect(readFile(join(exported, 'manifest.json'))).rejects.toThrow('ENOENT');
  });
});

/** The events with a MAC, where they have none. */
function authentic(keys: DataKeys, stream: string, first: bigint, events: readonly NewEvent[]): NewEvent[] {
  return events.map((event, place) => {
    const mac = eventMac(keys.mac, { ...event, stream, revision: first + BigInt(place) });
    return { ...event, metadata: { mac, ...event.metadata } };
  });
}

/** Data keys that cannot be decrypted, while events are authentic. */
const withOtherKey = ({ vault, keys: { mac } }: MovedStores): DataKeys =>
  Object.assign(new DataKeys(vault, { keyEncryptionKey: Buffer.alloc(32, 8).toString('base64') }), { mac });

/** Interleaved streams, hostile texts, a saga in the middle, one at the end, and one with a parked event. */
async function fill({ eventStore, vault }: MovedStores): Promise<void> {
  await interleave(eventStore, 'sample', SAMPLES);
  const hostile = sampleEvent({ text: 'a\u2028b "quoted" 😀\n', nested: { 'dotted.key': [1.5, null] } });
  await eventStore.append('sample-hostile', 'no_stream', [hostile]);
  const all = await eventsOf(eventStore);
  const put = (kind: (typeof MOVED_KINDS)[number], id: string, value: object, owner = 'ann') =>
    vault.put(kind, id, { owner, value }, null);
  for (const kind of ['credential', 'session', 'token', 'data-key', 'outbox', 'attempts'] as const)
    await put(kind, `${kind}\u0000\u2028`, { text: '\u0000"\u2028', count: 1.5, none: null });
  await put('state', 'transfers/sample-a', { schema: 3, revision: '9', eventId: 'e', state: { sent: 1 } });
  await put('checkpoint', 'fraud', { through: all[9]?.position }, SAGA_OWNER);
  await put('checkpoint', 'mail', { through: all.at(-1)?.position }, SAGA_OWNER);
  await put('checkpoint', 'new', { through: BEGINNING }, SAGA_OWNER);
  const aside = { stream: all[4]?.stream, position: all[4]?.position };
  await put('parked', 'fraud/x', { key: 'x', reason: 'why', events: [aside] }, 'fraud');
  await vault.put('lease', 'mail', { owner: 'mail', value: {} }, null);
}

async function eventsOf(store: EventStore): Promise<readonly StoredEvent[]> {
  const all: StoredEvent[] = [];
  for await (const { events } of pagesUntilNow(store, { after: BEGINNING, prefixes: [''] }))
    all.push(...events);
  return all;
}

async function recordsOf(vault: Vault): Promise<readonly unknown[]> {
  const pages = await Promise.all(MOVED_KINDS.map((kind) => vault.scan(kind, null)));
  return pages.flatMap((page, n) => page.map((record) => ({ kind: MOVED_KINDS[n], ...record })));
}

/** Like a store that numbers differently: every position is ten times as large. */
function countedInTens(store: EventStore): EventStore {
  const tens = (position: string) => (position === BEGINNING ? position : `${position}0`);
  return changed<EventStore>(store, {
    async *follow(request) {
      for await (const page of store.follow(request)) {
        const events = page.events.map((event) => ({ ...event, position: tens(event.position) }));
        yield { ...page, events, through: tens(page.through) };
      }
    },
  });
}

/** Like a server that gets many appends at once: the last stream's come first, each stream's in their order. */
function shuffling(store: EventStore): EventStore {
  let waiting: { readonly stream: string; readonly run: () => Promise<unknown> }[] = [];
  const runAll = async () => {
    const all = waiting;
    waiting = [];
    const streams = [...new Set(all.map(({ stream }) => stream))].reverse();
    for (const one of streams)
      for (const { run } of all.filter(({ stream }) => stream === one)) await run().catch(() => undefined);
  };
  return changed<EventStore>(store, {
    append: (...asked) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(() => void runAll());
        const run = () => {
          const appended = store.append(...asked);
          appended.then(resolve, reject);
          return appended;
        };
        waiting.push({ stream: asked[0], run });
      }),
  });
}

/** As if the process died: calls after the first `writes` never happen. */
function failingAfter<T extends object>(store: T, method: keyof T & string, writes: number): T {
  let left = writes;
  return new Proxy(store, {
    get(whole, name) {
      const value: unknown = Reflect.get(whole, name);
      if (typeof value !== 'function') return value;
      return (...asked: unknown[]): unknown => {
        if (name === method && left-- <= 0) return Promise.reject(new Error('cut off'));
        return Reflect.apply(value, whole, asked) as unknown;
      };
    },
  });
}
