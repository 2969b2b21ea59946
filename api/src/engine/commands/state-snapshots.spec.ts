import { randomUUID } from 'node:crypto';
import type { Decider } from '../../event-sourcing/decider.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { EventStore } from '../event-store/event-store.port.js';
import type { Vault } from '../vault/vault.port.js';
import {
  newContext,
  openTillStores,
  payInto,
  removeTillStores,
  till,
  until,
  type Paid,
  type Pay,
  type TillState,
  type TillStores,
} from '../../../../test/support/till.js';
import { InMemoryLog, openInMemoryEventStore } from '../../../../test/support/in-memory-event-store.js';
import { counts } from '../../../../test/support/scale.js';
import { changed } from '../../../../test/support/till-views.js';
import { CommandRunner } from './command-runner.js';
import { StateSnapshots } from './state-snapshots.js';

interface KeptTill {
  readonly total: number;
  readonly payments: readonly string[];
}

/** A till that takes any amount, with a snapshot. */
const keptTill: Decider<TillState, Pay, Paid> & { readonly snapshot: object } = {
  ...till,
  decide: ({ paymentId, cents }, { payments }) =>
    payments.has(paymentId) ? [] : [{ type: 'Paid', data: { paymentId, cents } }],
  snapshot: {
    schema: 1,
    save: ({ total, payments }) => ({ total, payments: [...payments] }),
    restore: ({ total, payments }: KeptTill) => ({ total, payments: new Set(payments), instants: [] }),
  },
};
const clock = { now: () => Date.parse('2026-03-01T12:00:00.000Z') };

let stores: TillStores;
beforeEach(async () => {
  stores = await openTillStores();
});
afterEach(() => removeTillStores(stores));

/** A process that has cached nothing, and how many events it reads. */
function newProcess({
  decider = keptTill,
  vault = stores.vault,
  eventStore = stores.eventStore,
  deadlineMs = 60_000,
}: {
  decider?: Decider<TillState, Pay, Paid>;
  vault?: Pick<Vault, 'get' | 'put' | 'delete'>;
  eventStore?: EventStore;
  deadlineMs?: number;
} = {}) {
  const read = { events: 0 };
  const log = stores.logOver(
    changed<EventStore>(eventStore, {
      async *read(stream, options) {
        for await (const event of eventStore.read(stream, options)) {
          read.events += 1;
          yield event;
        }
      },
    }),
  );
  const runner = new CommandRunner(log, clock, { deadlineMs, snapshots: new StateSnapshots(log, vault) });
  const pay = (stream: string, paymentId: string = randomUUID()) =>
    runner.execute({
      decider,
      stream,
      command: { paymentId, cents: 1 },
      context: newContext(),
      select: ({ total }) => total,
    });
  return { read, runner, pay };
}

/** A till with payments p0, p1, … of one cent. */
async function tillOf(count: number, log = stores.log): Promise<string> {
  const name = randomUUID();
  for (let first = 0; first < count; first += 200) {
    const payments = Array.from({ length: Math.min(200, count - first) }, (_, place) => ({
      id: `p${first + place}`,
      cents: 1,
    }));
    await payInto({ log }, name, payments);
  }
  return `till-${name}`;
}

const kept = (stream: string) => stores.vault.get<{ revision: string }>('state', `till/${stream}`);
const keptThrough = (stream: string, revision: number) =>
  until(async () => Number((await kept(stream))?.value.revision) >= revision);

it('loads a long stream from its snapshot and the events after it, with every key it ever had', async () => {
  const stream = await tillOf(600);
  await newProcess().pay(stream);
  await keptThrough(stream, 600);
  const { read, pay } = newProcess();
  expect((await pay(stream)).selected).toBe(602);
  expect(read.events).toBe(1);
  for (const old of ['p0', 'p299', 'p599']) expect((await pay(stream, old)).events).toEqual([]);
});

it('stores a new snapshot after 64 events, however long the stream is, even when another process stored one before', async () => {
  const stream = await tillOf(4_000);
  const [mine, theirs] = [newProcess(), newProcess()];
  await mine.pay(stream);
  await keptThrough(stream, 4_000);
  await theirs.pay(stream);
  for (let round = 0; round < 64; round++) await mine.pay(stream);
  await keptThrough(stream, 4_064);
  for (let round = 0; round < 64; round++) await theirs.pay(stream);
  await keptThrough(stream, 4_128);
  const { read, pay } = newProcess();
  expect((await pay(stream)).selected).toBe(4_131);
  expect(read.events).toBeLessThan(10);
});

it.each<[string, object | null]>([
  ['is absent', null],
  ['is of another log', { eventId: randomUUID() }],
  ['is ahead of the log', { revision: '9000' }],
  ['cannot be restored', { state: { payments: 7 } }],
])('folds the whole stream when the snapshot %s, and keeps another', async (_, changes) => {
  const stream = await tillOf(200);
  await newProcess().pay(stream);
  await keptThrough(stream, 200);
  const record = await kept(stream);
  if (!changes) await stores.vault.delete('state', `till/${stream}`);
  else {
    const value = { ...record?.value, ...changes };
    await stores.vault.put('state', `till/${stream}`, { owner: stream, value }, record?.version ?? null);
  }
  const { read, pay } = newProcess();
  expect((await pay(stream)).selected).toBe(202);
  expect(read.events).toBeGreaterThan(200);
  await until(async () => (await kept(stream))?.value.revision === '201');
  const next = newProcess();
  expect((await next.pay(stream)).selected).toBe(203);
  expect(next.read.events).toBe(1);
});

it('folds the whole stream after the schema version of the state was raised', async () => {
  const stream = await tillOf(200);
  await newProcess().pay(stream);
  await keptThrough(stream, 200);
  const snapshot = { ...keptTill.snapshot, schema: 2 } as NonNullable<typeof till.snapshot>;
  const { read, pay } = newProcess({ decider: { ...keptTill, snapshot } });
  expect((await pay(stream)).selected).toBe(202);
  expect(read.events).toBeGreaterThan(200);
});

it('folds the whole stream when the vault detects a modified snapshot, and replaces it', async () => {
  const stream = await tillOf(200);
  await newProcess().pay(stream);
  await keptThrough(stream, 200);
  const tampered = { ...vaultOf(), get: () => Promise.reject(new Error('the record was changed')) };
  const { read, pay } = newProcess({ vault: tampered });
  expect((await pay(stream)).selected).toBe(202);
  expect(read.events).toBeGreaterThan(200);
  await keptThrough(stream, 201);
});

it('waits for an unavailable vault instead of folding the whole stream', async () => {
  const stream = await tillOf(200);
  const away = { ...vaultOf(), get: () => Promise.reject(new StoreUnavailable('away')) };
  const { read, pay } = newProcess({ vault: away });
  await expect(pay(stream)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(read.events).toBe(0);
});

it('still records events when no snapshot can be stored', async () => {
  const stream = await tillOf(200);
  const full = { ...vaultOf(), put: () => Promise.reject(new StoreUnavailable('the disk is full')) };
  const { pay } = newProcess({ vault: full });
  expect((await pay(stream)).selected).toBe(201);
  expect((await pay(stream)).selected).toBe(202);
});

it('a very long stream accepts commands after a load that outlived several, and immediately after a restart', async () => {
  const count = counts.longStreamEvents;
  const eventStore = openInMemoryEventStore(new InMemoryLog());
  const stream = await tillOf(count, stores.logOver(eventStore));
  const { pay } = newProcess({ eventStore, deadlineMs: 40 });
  await expect(pay(stream)).rejects.toBeInstanceOf(StoreUnavailable);
  await until(() => pay(stream, 'first').then(Boolean, () => false));
  await keptThrough(stream, count - 1);
  const restarted = newProcess({ eventStore });
  expect((await restarted.pay(stream, 'second')).selected).toBe(count + 2);
  expect(restarted.read.events).toBeLessThan(10);
  for (const old of ['first', 'p0', `p${count - 1}`])
    expect((await restarted.pay(stream, old)).events).toEqual([]);
});

const vaultOf = () => ({
  get: stores.vault.get.bind(stores.vault),
  put: stores.vault.put.bind(stores.vault),
  delete: stores.vault.delete.bind(stores.vault),
});
