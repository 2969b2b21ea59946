import { randomUUID } from 'node:crypto';
import type { CommandContext, Decider } from '../../../event-sourcing/decider.js';
import {
  streamId,
  type DomainEvent,
  type EventDeclaration,
  type RecordedEvent,
} from '../../../event-sourcing/event.js';
import type { Saga } from '../../../event-sourcing/saga.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { requestContext } from '../../commands/request-context.js';
import { CommandRunner } from '../../commands/command-runner.js';
import {
  openTillStores,
  paid,
  payInto,
  removeTillStores,
  until,
  type Paid,
  type TillStores,
} from '../../../../../test/support/till.js';
import type { Vault } from '../../vault/vault.port.js';
import { SubscriptionRunner } from '../subscription-runner.js';
import { changed } from '../../../../../test/support/till-views.js';

type Printed = DomainEvent<
  'Printed',
  { readonly till: string; readonly payment: string; readonly total: number }
>;
const printed: EventDeclaration<Printed> = {
  type: 'Printed',
  schemaVersion: 1,
  summary: 'A receipt was printed.',
  example: { till: '1', payment: '1', total: 1 },
};

interface Print {
  readonly type: 'Print';
  readonly till: string;
  readonly payment: string;
  readonly total: number;
}

/** Prints a receipt for every payment, with the till's total right after it. */
const printing: Saga<{ total: number }, Print> = {
  name: 'printing',
  startAt: 'beginning',
  prefixes: ['till-'],
  needsState: () => true,
  initialState: () => ({ total: 0 }),
  evolve(state, event) {
    state.total += (event as RecordedEvent<Paid>).data.cents;
    return state;
  },
  react(event, { total }) {
    const { paymentId: payment } = (event as RecordedEvent<Paid>).data;
    const till = streamId(event.stream);
    return [{ commandIdParts: [payment], command: { type: 'Print', till, payment, total } }];
  },
};

const receipt: Decider<{ isPrinted: boolean }, Omit<Print, 'type'> & { readonly at: string }, Printed> = {
  name: 'receipt',
  initialState: () => ({ isPrinted: false }),
  decide: ({ till, payment, total }, { isPrinted }) =>
    isPrinted ? [] : [{ type: 'Printed', data: { till, payment, total } }],
  evolve: () => ({ isPrinted: true }),
};

let stores: TillStores;
let running: SubscriptionRunner[];
/** Every hand-over, repeats too. */
let handedOver: { command: Print; context: CommandContext; correlationId: string | undefined }[];
let refuse: (command: Print) => Error | null;

beforeEach(async () => {
  stores = await openTillStores([paid, printed]);
  running = [];
  handedOver = [];
  refuse = () => null;
});
afterEach(async () => {
  await Promise.all(running.map((runner) => runner.stop()));
  await removeTillStores(stores);
});

async function start(saga: Saga<{ total: number }, Print> = printing, vault: Vault = stores.vault) {
  const { log, views } = stores;
  const commands = new CommandRunner(log, { now: () => Date.parse('2026-03-01T12:00:00.000Z') });
  const dispatch = async (command: Print, context: CommandContext) => {
    handedOver.push({ command, context, correlationId: requestContext.current()?.correlationId });
    const refusal = refuse(command);
    if (refusal) throw refusal;
    await commands.execute({ decider: receipt, stream: `receipt-${command.payment}`, command, context });
  };
  const sagas = [{ saga: saga as Saga, dispatch }];
  const timing = { checkpointEveryMs: 5, retryPauseMs: 1 };
  const runner = new SubscriptionRunner({ log, views, vault }, { sagas }, timing);
  running.push(runner);
  await runner.start();
  return runner;
}

async function stop(runner: SubscriptionRunner): Promise<void> {
  running = running.filter((one) => one !== runner);
  await runner.stop();
}

/** All receipts in the order they were recorded, as `till:payment=total`. */
async function receipts(): Promise<string[]> {
  const found: string[] = [];
  const { signal } = new AbortController();
  for await (const page of stores.log.follow({ after: '', prefixes: ['receipt-'], signal })) {
    for (const entry of page.events) {
      if (!('event' in entry)) throw new Error(entry.undecodable);
      const { till, payment, total } = entry.event.data as Printed['data'];
      found.push(`${till}:${payment}=${total}`);
    }
    if (page.live) return found;
  }
  return found;
}

const pay = (till: string, ...payments: readonly string[]) =>
  payInto(
    stores,
    till,
    payments.map((id) => ({ id, cents: 1 })),
  );

/** Or further: the receipts that it causes follow. */
const isThrough = (position: string) => async () => {
  const record = await stores.vault.get<{ through: string }>('checkpoint', 'printing');
  return (record?.value.through ?? '') >= position;
};

it('reacts to every event once, in stream order, with the state right after that event', async () => {
  await pay('a', 'a1', 'a2', 'a3');
  await start();
  await pay('b', 'b1');
  await pay('a', 'a4');
  await until(async () => (await receipts()).length === 5);
  const ofA = (await receipts()).filter((line) => line.startsWith('a:'));
  expect(ofA).toEqual(['a:a1=1', 'a:a2=2', 'a:a3=3', 'a:a4=4']);
  expect(await receipts()).toContain('b:b1=1');
});

it('events recorded while it was down are not missed, and nothing is done twice', async () => {
  const first = await start();
  await pay('a', 'a1', 'a2');
  await until(async () => (await receipts()).length === 2);
  await stop(first);
  const position = await pay('a', 'a3');
  await start();
  await until(isThrough(position));
  expect(await receipts()).toEqual(['a:a1=1', 'a:a2=2', 'a:a3=3']);
  expect(handedOver.map(({ command }) => command.payment)).toEqual(['a1', 'a2', 'a3']);
});

it('continues a long stream from a snapshot of its state, and folds it whole for an event before the snapshot', async () => {
  const kept: typeof printing = {
    ...printing,
    snapshot: { schema: 1, save: (state) => ({ ...state }), restore: (state: { total: number }) => state },
  };
  const first = await start(kept);
  await pay('a', ...Array.from({ length: 100 }, (_, place) => `a${place}`));
  await until(async () => (await receipts()).length === 100);
  await until(async () => (await stores.vault.get('state', 'printing/till-a')) !== null);
  await stop(first);
  await pay('a', 'next');
  const reads = jest.spyOn(stores.eventStore, 'read');
  const readFrom = () =>
    reads.mock.calls.flatMap(([stream, options]) => (stream === 'till-a' ? options?.from : []));
  const second = await start(kept);
  await until(async () => (await receipts()).includes('a:next=101'));
  expect(readFrom()).not.toContain(0n);
  await stop(second);
  const checkpoint = await stores.vault.get('checkpoint', 'printing');
  const begun = { owner: checkpoint?.owner ?? '', value: { ...checkpoint?.value, through: '' } };
  await stores.vault.put('checkpoint', 'printing', begun, checkpoint?.version ?? null);
  handedOver = [];
  await start(kept);
  await until(() => handedOver.length === 101);
  expect(handedOver.map(({ command }) => command.total)).toEqual(
    Array.from({ length: 101 }, (_, at) => at + 1),
  );
});

it('reads a stream only up to the event that it reacts to, however long the stream has become', async () => {
  const ofThird: typeof printing = {
    ...printing,
    needsState: (event) => (event as RecordedEvent<Paid>).data.paymentId === 'a3',
  };
  await pay('a', 'a1', 'a2', 'a3', 'a4', 'a5');
  const reads = jest.spyOn(stores.eventStore, 'read');
  await start(ofThird);
  await until(() => handedOver.length === 5);
  expect(handedOver.map(({ command }) => command.total)).toEqual([0, 0, 3, 0, 0]);
  const limits = reads.mock.calls.flatMap(([stream, options]) => (stream === 'till-a' ? options?.limit : []));
  expect(limits).toEqual([3]);
});

it('a crash between the command and the checkpoint repeats the same command, without effect', async () => {
  // The checkpoint of the first run never reaches the vault, as when the process dies right before.
  const forgetful = changed<Vault>(stores.vault, {
    put: (...call) => (call[0] === 'checkpoint' ? Promise.resolve('ok') : stores.vault.put(...call)),
  });
  const first = await start(printing, forgetful);
  await pay('a', 'a1', 'a2');
  await until(async () => (await receipts()).length === 2);
  await stop(first);
  const position = await pay('a', 'a3');
  await start();
  await until(isThrough(position));
  expect(await receipts()).toEqual(['a:a1=1', 'a:a2=2', 'a:a3=3']);
  const ids = handedOver.map(({ context }) => context.commandId);
  expect(ids.slice(0, 2)).toEqual(ids.slice(2, 4));
  expect(new Set(ids).size).toBe(3);
});

it('two processes that react concurrently do everything once', async () => {
  await Promise.all([start(), start()]);
  const payments = Array.from({ length: 60 }, (_, place) => `p${place}`);
  for (const till of ['a', 'b', 'c']) await pay(till, ...payments.map((payment) => `${till}${payment}`));
  await until(async () => (await receipts()).length === 180);
  expect(new Set(await receipts()).size).toBe(180);
});

it('a new saga starts at the head unless declared otherwise, and keeps its position permanently', async () => {
  await pay('a', 'old');
  const fromHead: typeof printing = { ...printing, startAt: 'head' };
  const first = await start(fromHead);
  const position = await pay('a', 'new');
  await until(isThrough(position));
  await stop(first);
  await pay('a', 'newer');
  await start(fromHead);
  await until(async () => (await receipts()).length === 2);
  expect(await receipts()).toEqual(['a:new=2', 'a:newer=3']);
});

it('the command records its cause', async () => {
  await start();
  await pay('a', 'a1');
  await until(() => handedOver.length === 1);
  let fact: RecordedEvent | undefined;
  for await (const event of stores.log.read('till-a')) fact = event;
  expect(handedOver[0]?.context).toMatchObject({
    correlationId: fact?.metadata.$correlationId,
    causationId: fact?.id,
    actor: { kind: 'system', id: 'printing' },
  });
  expect(handedOver[0]?.correlationId).toBe(fact?.metadata.$correlationId);
});

it('an event that keeps failing is parked with all later ones, others continue, and a retry applies them in order', async () => {
  const runner = await start();
  let isFixed = false;
  refuse = ({ payment }) => (payment === 'a2' && !isFixed ? new Error('the printer is broken') : null);
  await pay('a', 'a1', 'a2', 'a3');
  await pay('b', 'b1');
  const position = await pay('a', 'a4');
  await until(isThrough(position));
  expect((await receipts()).sort()).toEqual(['a:a1=1', 'b:b1=1']);
  expect(runner.status()[0]).toMatchObject({ name: 'printing', kind: 'saga', parked: 3 });
  const [record] = await stores.vault.list<{ key: string; reason: string }>('parked', 'printing');
  expect(record?.value).toMatchObject({ key: 'till-a', reason: 'Error: the printer is broken' });
  expect(handedOver.filter(({ command }) => command.payment === 'a2')).toHaveLength(5);

  await stop(runner);
  const second = await start();
  await until(isThrough(await pay('a', 'a5')));
  expect(await second.retryParked('printing')).toEqual({ applied: 0, remaining: 4 });
  isFixed = true;
  expect(await second.retryParked('printing')).toEqual({ applied: 4, remaining: 0 });
  await until(isThrough(await pay('a', 'a6')));
  const ofA = (await receipts()).filter((line) => line.startsWith('a:'));
  expect(ofA).toEqual(['a:a1=1', 'a:a2=2', 'a:a3=3', 'a:a4=4', 'a:a5=5', 'a:a6=6']);
});

it('an unreadable event is parked with its stream', async () => {
  const runner = await start();
  await pay('a', 'a1');
  const unknown = { id: randomUUID(), type: 'NeverHeardOf', data: {}, metadata: {} as never };
  await stores.eventStore.append('till-a', 0n, [unknown]);
  await until(isThrough(await pay('b', 'b1')));
  expect((await receipts()).sort()).toEqual(['a:a1=1', 'b:b1=1']);
  expect(runner.status()[0]?.parked).toBe(1);
});

it('an unavailable store is awaited: nothing is parked and nothing lost', async () => {
  let isAway = true;
  refuse = () => (isAway ? new StoreUnavailable('away') : null);
  const runner = await start();
  await pay('a', 'a1');
  await pay('b', 'b1');
  await until(() => handedOver.length > 4);
  isAway = false;
  await until(async () => (await receipts()).length === 2);
  expect(runner.status()[0]?.parked).toBe(0);
});

it('stores its position regularly even when no event concerned it', async () => {
  await start();
  const foreign = { id: randomUUID(), type: 'Paid', data: {}, metadata: {} as never };
  const { position } = await stores.eventStore.append('other-1', 'no_stream', [foreign]);
  await until(isThrough(position));
});
