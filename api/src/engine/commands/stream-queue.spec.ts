import { randomUUID } from 'node:crypto';
import type { Decider } from '../../event-sourcing/decider.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { EventStore } from '../event-store/event-store.port.js';
import { changed } from '../../../../test/support/till-views.js';
import {
  newContext,
  openTillStores,
  paid,
  payInto,
  removeTillStores,
  till,
  type Paid,
  type Pay,
  type TillState,
  type TillStores,
  until,
} from '../../../../test/support/till.js';
import { CommandRunner } from './command-runner.js';

const clock = { now: () => Date.parse('2026-03-01T12:00:00.000Z') };

let stores: TillStores;
beforeEach(async () => {
  stores = await openTillStores([paid]);
});
afterEach(() => removeTillStores(stores));

function pay(runner: CommandRunner, stream: string, decider: Decider<TillState, Pay, Paid> = till) {
  const command = { paymentId: randomUUID(), cents: 2_000 };
  return runner.execute({ decider, stream, command, context: newContext() });
}

async function storedData(stream: string): Promise<unknown[]> {
  const data: unknown[] = [];
  for await (const event of stores.eventStore.read(stream)) data.push(event.data);
  return data;
}

it('a caller keeps what it selected, although later events change the state in place', async () => {
  const [runner, stream] = [new CommandRunner(stores.log, clock), `till-${randomUUID()}`];
  const before = await runner.query(till, stream, (state) => state);
  await pay(runner, stream);
  expect([before.total, before.payments.size]).toEqual([0, 0]);
  expect(await runner.query(till, stream, ({ payments }) => payments.size)).toBe(1);
});

it.each<[string, (data: Record<string, unknown>) => void]>([
  ['the event', (data) => (data['cents'] = 0)],
  ['a part of it', (data) => ((data['items'] as { cents: number }[])[0] = { cents: 0 })],
])('a state that changes %s cannot change what is stored: its command fails', async (_, change) => {
  const careless: Decider<TillState, Pay, Paid> = {
    ...till,
    name: 'careless',
    decide: ({ paymentId, cents }) => [
      { type: 'Paid', data: { paymentId, cents, items: [{ cents }] } as Paid['data'] },
    ],
    evolve(state, event) {
      change(event.data);
      return state;
    },
  };
  const [runner, stream] = [new CommandRunner(stores.log, clock), `till-${randomUUID()}`];
  await expect(pay(runner, stream, careless)).rejects.toThrow(TypeError);
  expect(await storedData(stream)).toEqual([]);
  await pay(runner, stream);
  expect(await storedData(stream)).toMatchObject([{ cents: 2_000 }]);
});

it('a decider that joins a stream in use sees all of it, and does not affect others', async () => {
  const [runner, stream] = [new CommandRunner(stores.log, clock), `till-${randomUUID()}`];
  const second = { ...till, name: 'second' };
  const total = (decider: typeof till) => runner.query(decider, stream, (state) => state.total);
  await pay(runner, stream);
  await pay(runner, stream);
  expect(await total(second)).toBe(4_000);
  await pay(runner, stream);
  expect([await total(till), await total(second)]).toEqual([6_000, 6_000]);
});

describe('a stream that takes long to load', () => {
  /** A log that can delay or fail the next page of a stream, and the revisions at which its pages began. */
  function slowLog() {
    const from: (bigint | undefined)[] = [];
    const gates: (() => Promise<void>)[] = [];
    const log = stores.logOver(
      changed<EventStore>(stores.eventStore, {
        async *read(stream, options) {
          from.push(options?.from);
          await gates.shift()?.();
          yield* stores.eventStore.read(stream, options);
        },
      }),
    );
    return { log, from, gates };
  }

  async function longStream(): Promise<string> {
    const name = randomUUID();
    for (let page = 0; page < 5; page++) {
      const payments = Array.from({ length: 120 }, (_, place) => ({ id: `${page}-${place}`, cents: 1 }));
      await payInto(stores, name, payments);
    }
    return `till-${name}`;
  }

  it('keeps a load that outlives its commands, which are not stored after their refusal', async () => {
    const stream = await longStream();
    const { log, from, gates } = slowLog();
    let letThrough: () => void = () => undefined;
    gates.push(() => new Promise((resolve) => (letThrough = resolve)));
    const runner = new CommandRunner(log, clock, { deadlineMs: 30 });
    await expect(pay(runner, stream)).rejects.toBeInstanceOf(StoreUnavailable);
    letThrough();
    const total = () => runner.query(till, stream, (state) => state.total).catch(() => null);
    await until(async () => (await total()) === 600);
    expect(from.filter((revision) => revision === 0n)).toHaveLength(1);
    expect(await storedData(stream)).toHaveLength(600);
  });

  it('resumes a load that an unavailable store interrupted', async () => {
    const stream = await longStream();
    const { log, from, gates } = slowLog();
    gates.push(
      () => Promise.resolve(),
      () => Promise.reject(new StoreUnavailable('away')),
    );
    const runner = new CommandRunner(log, clock);
    await expect(pay(runner, stream)).rejects.toBeInstanceOf(StoreUnavailable);
    await pay(runner, stream);
    expect(from).toEqual([0n, 500n, 500n]);
    expect(await runner.query(till, stream, (state) => state.total)).toBe(2_600);
  });
});

it('records commands one by one when together they have too many events for one append', async () => {
  const bulk: Decider<TillState, Pay, Paid> = {
    ...till,
    name: 'bulk',
    decide: ({ paymentId, cents }) =>
      Array.from({ length: 100 }, (_, n) => ({
        type: 'Paid',
        data: { paymentId: `${paymentId}-${n}`, cents },
      })),
  };
  const [runner, stream] = [new CommandRunner(stores.log, clock), `till-${randomUUID()}`];
  await Promise.all([1, 2, 3, 4].map(() => pay(runner, stream, bulk)));
  expect(await storedData(stream)).toHaveLength(400);
});

it('only streams of a declared category accept commands', async () => {
  const runner = new CommandRunner(stores.log, clock, { prefixes: ['sender-', 'till-'] });
  const stream = `till-${randomUUID()}`;
  await pay(runner, stream);
  expect(await storedData(stream)).toHaveLength(1);
  const undeclared = `drawer-${randomUUID()}`;
  await expect(pay(runner, undeclared)).rejects.toThrow('drawer-');
  expect(await storedData(undeclared)).toEqual([]);
});
