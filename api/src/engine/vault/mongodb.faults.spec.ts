import { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { MongoClient, MongoServerSelectionError } from 'mongodb';
import {
  FakeMongoServer,
  freshDatabase,
  type MongoFault,
} from '../../../../test/support/fake-mongo-server.js';
import { counts } from '../../../../test/support/scale.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { MongoConnection } from '../storage/mongodb-connection.js';
import { openMongoVault } from './mongodb-vault.js';
import type { Vault } from './vault.port.js';

const DEADLINE_MS = 600;
const unavailable = { name: 'StoreUnavailable' };

let server: FakeMongoServer;
let database: string;
let vault: Vault;

beforeAll(async () => {
  server = await FakeMongoServer.start();
});
afterAll(async () => {
  await server.stop();
  process.stdout.write('Faults of MongoDB under the vault: on the fake server.\n');
});
beforeEach(async () => {
  database = freshDatabase();
  vault = await openMongoVault({ url: server.url, database });
});
afterEach(async () => {
  server.resume();
  await server.endFaults();
  await vault.close();
});

const put = (value: object, expect: number | null) =>
  vault.put('token', 't1', { owner: 'ann', value }, expect);

describe('the response to a write is lost', () => {
  it.each<MongoFault>([
    { kind: 'close', command: 'insert', times: 1 },
    { kind: 'close-after-storing', command: 'insert', times: 1 },
  ])('a record is made once, and its writer is told so: %p', async (fault) => {
    await server.fault(fault);
    expect(await put({ n: 1 }, null)).toBe('ok');
    expect(await vault.get('token', 't1')).toMatchObject({ value: { n: 1 }, version: 1 });
  });

  it.each<MongoFault>([
    { kind: 'close', command: 'update', times: 1 },
    { kind: 'close-after-storing', command: 'update', times: 1 },
  ])('a record is changed once, and its writer is told so: %p', async (fault) => {
    await put({ n: 1 }, null);
    await server.fault(fault);
    expect(await put({ n: 2 }, 1)).toBe('ok');
    expect(await vault.get('token', 't1')).toMatchObject({ value: { n: 2 }, version: 2 });
    expect(await put({ n: 3 }, 1)).toBe('stale');
  });

  it('another writer’s record is not mistaken for its own', async () => {
    await server.fault({ kind: 'close', command: 'insert', times: 1 });
    const other = await openMongoVault({ url: server.url, database });
    const answers = await Promise.all([
      put({ of: 'mine' }, null),
      other.put('token', 't1', { owner: 'ann', value: { of: 'other' } }, null),
    ]);
    await other.close();
    expect([...answers].sort()).toEqual(['ok', 'stale']);
    const winner = answers[0] === 'ok' ? 'mine' : 'other';
    expect(await vault.get('token', 't1')).toMatchObject({ value: { of: winner }, version: 1 });
  });

  it.each<MongoFault>([
    { kind: 'close', command: 'delete', times: 1 },
    { kind: 'close-after-storing', command: 'delete', times: 1 },
  ])('a record is gone all the same: %p', async (fault) => {
    await put({}, null);
    await server.fault(fault);
    await vault.delete('token', 't1');
    expect(await vault.get('token', 't1')).toBeNull();
  });

  it('because the server died: the write is present after its restart', async () => {
    await put({ n: 1 }, null);
    await server.fault({ kind: 'die-after-storing', command: 'update' });
    const written = put({ n: 2 }, 1);
    await server.restart();
    expect(await written).toBe('ok');
    expect(await vault.get('token', 't1')).toMatchObject({ value: { n: 2 }, version: 2 });
  });
});

describe('the server does not respond', () => {
  it.each<[string, (vault: Vault) => Promise<unknown>]>([
    ['get', (hung) => hung.get('token', 't1')],
    ['list', (hung) => hung.list('token', 'ann')],
    ['put', (hung) => hung.put('token', 't1', { owner: 'ann', value: {} }, null)],
    ['delete', (hung) => hung.delete('token', 't1')],
    ['ready', (hung) => hung.ready()],
  ])('%s is unavailable at its deadline, and serves again afterwards', async (_, call) => {
    const hung = await openMongoVault({ url: server.url, database, deadlineMs: DEADLINE_MS });
    await hung.ready();
    server.pause();
    await expect(call(hung)).rejects.toMatchObject(unavailable);
    server.resume();
    await hung.ready();
    await hung.put('token', 't2', { owner: 'ann', value: {} }, null);
    expect(await hung.get('token', 't2')).not.toBeNull();
    await hung.close();
  });

  it('a slow write is applied before later writes of its record', async () => {
    await server.fault({ kind: 'slow', command: 'insert', ms: 300, times: 1 });
    const answers = await Promise.all([put({ n: 1 }, null), put({ n: 2 }, 1), put({ n: 3 }, 2)]);
    expect(answers).toEqual(['ok', 'ok', 'ok']);
  });

  it('writes waiting for one record fail together, and none of them is applied later', async () => {
    await put({ n: 0 }, null);
    const hung = await openMongoVault({ url: server.url, database, deadlineMs: DEADLINE_MS });
    await hung.put('token', 't1', { owner: 'ann', value: { n: 1 } }, 1);
    await server.fault({ kind: 'silent', command: 'update' });
    const answers = await Promise.allSettled(
      [2, 3, 4].map((n) => hung.put('token', 't1', { owner: 'ann', value: { n } }, n)),
    );
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await server.endFaults();
    await hung.close();
    // The one that was under way may have arrived all the same.
    expect([1, 2]).toContain((await vault.get<{ n: number }>('token', 't1'))?.value.n);
  });

  it('a write beyond the queue limit is refused immediately', async () => {
    const operationLimit = counts.waitingForMongo;
    const crowded = await openMongoVault({ url: server.url, database, operationLimit });
    await put({}, null);
    server.pause();
    const waiting = Array.from({ length: operationLimit + 1 }, () => crowded.get('token', 't1'));
    await expect(waiting.at(-1)).rejects.toThrow('too much waits');
    server.resume();
    const answers = await Promise.allSettled(waiting.slice(0, -1));
    const refused = answers.filter(
      (answer) => answer.status === 'rejected' && String(answer.reason).includes('too much waits'),
    );
    expect(refused).toEqual([]);
    await waitFor('an answer once the crowd is gone', () => crowded.get('token', 't1').catch(() => null));
    await crowded.close();
  });
});

describe('the server returns after the client has stopped discovering it', () => {
  /** Operations fail at the choice of a server: the monitor knows that it is away. */
  const isUnselectable = ({ message, cause }: Error) =>
    message.includes('not answer within') || cause instanceof MongoServerSelectionError || null;

  /** The monitor's socket dies during a write: the driver waits for good until it has drained. */
  async function restartWithoutMonitor(): Promise<void> {
    const port = Number(new URL(server.url).port);
    const real = Reflect.get(Socket.prototype, 'write') as (...all: unknown[]) => boolean;
    const isLost = new Promise<void>((lost) => {
      const write = jest.spyOn(Socket.prototype, 'write').mockImplementation(function (
        this: Socket,
        ...written: unknown[]
      ) {
        if (this.remotePort !== port) return real.apply(this, written);
        write.mockRestore();
        this.destroy();
        lost();
        return false;
      });
    });
    await server.restart();
    await isLost;
  }

  it('recovers on its own, and logs it', async () => {
    const url = `${server.url}?heartbeatFrequencyMS=500`;
    const stuck = await openMongoVault({ url, database, deadlineMs: DEADLINE_MS });
    const log = jest.spyOn(Logger.prototype, 'log');
    try {
      await stuck.put('token', 't1', { owner: 'ann', value: { n: 1 } }, null);
      await server.kill();
      await waitFor('a monitor that noticed', () => stuck.ready().then(() => null, isUnselectable));
      await restartWithoutMonitor();
      const found = await waitFor('the vault', () => stuck.get('token', 't1').catch(() => null));
      expect(found.value).toEqual({ n: 1 });
      // The line comes with the next look at the server, which can be after the answer.
      await waitFor('the line in the log', () =>
        Promise.resolve(log.mock.calls.some(([line]) => /^works again after/.test(String(line))) || null),
      );
    } finally {
      log.mockRestore();
      await stuck.close();
    }
  });
});

describe('a request to the server', () => {
  it('specifies the write and read concern', async () => {
    await server.forgetSeen();
    await put({ n: 1 }, null);
    await put({ n: 2 }, 1);
    await vault.get('token', 't1');
    await vault.list('token', 'ann');
    await vault.delete('token', 't1');
    const seen = (await server.seen()).filter((command) => command.database === database);
    for (const { word, readConcern, writeConcern } of seen) {
      if (word === 'find') expect(readConcern).toEqual({ level: 'majority' });
      else expect(writeConcern).toMatchObject({ w: 'majority', j: true });
    }
    expect(seen.map(({ word }) => word)).toEqual([
      'createIndexes',
      'insert',
      'update',
      'find',
      'find',
      'delete',
    ]);
  });

  it('never contains a name or a value that a server could interpret as an operator', async () => {
    const value = { $where: '1', _id: 'other', version: 9, 'a.b': [{ $gt: '' }] };
    await put(value, null);
    expect((await vault.get('token', 't1'))?.value).toEqual(value);
    await expect(vault.get('token', { $gt: '' } as never)).rejects.toThrow(TypeError);
    await expect(vault.list('token', { $gt: '' } as never)).rejects.toThrow(TypeError);
    await expect(vault.delete('token', { $gt: '' } as never)).rejects.toThrow(TypeError);
    await expect(vault.put('token', 't2', { owner: { $gt: '' } as never, value: {} }, null)).rejects.toThrow(
      TypeError,
    );
  });

  it('uses an index to list the records of one owner', async () => {
    await put({}, null);
    const client = new MongoClient(server.url);
    const indexes = await client.db(database).collection('token').indexes();
    await client.close();
    expect(indexes.map(({ key }) => key as object)).toContainEqual({ owner: 1, _id: 1 });
  });
});

it('a bug of ours is not mistaken for an unavailable server', async () => {
  const connection = new MongoConnection({ url: server.url, database });
  const wrong = () => Promise.reject(new TypeError('not a document'));
  await expect(connection.run((call) => call(wrong))).rejects.toThrow(TypeError);
  await connection.close();
});
