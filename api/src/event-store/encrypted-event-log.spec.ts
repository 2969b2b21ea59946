import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyEventDeclaration, DomainEvent, EventDeclaration } from '../event-sourcing/event.js';
import { Codec, type LogEntry, type NewEvent } from './codec.js';
import { openEmbeddedEventStore, type EmbeddedEventStore } from './embedded/embedded-event-store.js';
import { all, sampleEvent } from '../../../test/support/sample-events.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import {
  BEGINNING,
  OutcomeUnknown,
  RevisionConflict,
  type Appended,
  type EventStore,
} from './event-store.port.js';
import { EncryptedEventLog, Undecodable } from './encrypted-event-log.js';
import { DataKeys } from './data-keys.js';
import { openEmbeddedVault } from '../vault/embedded-vault.js';
import type { Vault } from '../vault/vault.port.js';

/** A disk that others use too may take its time. */
jest.setTimeout(60_000);

type Sent = DomainEvent<
  'Sent',
  { readonly uid: string; readonly recipient?: string; readonly handle?: string; readonly cents: number }
>;
type Changed = DomainEvent<
  'Changed',
  { readonly changed: { readonly name?: string; readonly locale?: string } }
>;

const sent: EventDeclaration<Sent> = {
  type: 'Sent',
  schemaVersion: 1,
  summary: 'Something was sent.',
  personal: ['recipient', 'handle'],
  subject: (data) => data.uid,
  example: { uid: 'u', recipient: 'Maria', handle: '$maria', cents: 1 },
};
const changed: EventDeclaration<Changed> = {
  type: 'Changed',
  schemaVersion: 1,
  summary: 'Something was changed.',
  personal: ['changed.name'],
  subject: (_, stream) => stream.slice(stream.indexOf('-') + 1),
  example: { changed: { name: 'Maria', locale: 'en' } },
};
const DECLARATIONS: readonly AnyEventDeclaration[] = [sent, changed];
const KEK = randomBytes(32).toString('base64');

function newEvent(event: Sent | Changed): NewEvent {
  const id = randomUUID();
  const at = '2026-01-01T00:00:00.000Z';
  return {
    id,
    event,
    metadata: { commandId: id, $correlationId: id, $causationId: id, actor: { kind: 'sender', id: 'u' }, at },
  };
}
const transfer = (uid: string, recipient = 'Maria Canary', cents = 2_000) =>
  newEvent({ type: 'Sent', data: { uid, recipient, handle: '$canary', cents } });

describe('the sealed event log', () => {
  let folder: string;
  let store: EmbeddedEventStore;
  let vault: Vault;
  let keys: DataKeys;
  let log: EncryptedEventLog;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-log-'));
    store = await openEmbeddedEventStore({ file: join(folder, 'events.db') });
    vault = openEmbeddedVault(join(folder, 'vault.db'));
    keys = new DataKeys(vault, KEK);
    log = new EncryptedEventLog(store, new Codec(DECLARATIONS, keys));
  });
  afterEach(async () => {
    await store.close();
    await vault.close();
    await rm(folder, { recursive: true });
  });

  /** The same log through a program that has no key in memory. */
  const freshLog = (declarations = DECLARATIONS, over: EventStore = store, from: Vault = vault) =>
    new EncryptedEventLog(over, new Codec(declarations, new DataKeys(from, KEK)));

  it('gives an event back as it was recorded, at once and after a restart', async () => {
    const uid = randomUUID();
    const { recorded } = await log.append(`sender-${uid}`, 'no_stream', [
      transfer(uid),
      transfer(uid, 'José'),
    ]);
    expect(recorded[1]).toMatchObject({
      type: 'Sent',
      revision: 1n,
      data: { recipient: 'José', cents: 2_000 },
    });
    expect(await all(log.read(`sender-${uid}`))).toEqual(recorded);
    expect(await all(freshLog().read(`sender-${uid}`))).toEqual(recorded);
  });

  it('leaves no personal text in the files of the event store', async () => {
    const uid = randomUUID();
    await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    const files = (await readdir(folder)).filter((name) => name.startsWith('events'));
    const bytes = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')));
    expect(bytes.join('')).toContain(uid);
    expect(bytes.join('')).not.toContain('anary');
  });

  it('seals a field inside a field and leaves the others readable in the store', async () => {
    const stream = `preferences-${randomUUID()}`;
    const event = newEvent({ type: 'Changed', data: { changed: { name: 'Maria', locale: 'es' } } });
    await log.append(stream, 'no_stream', [event]);
    const [stored] = await all(store.read(stream));
    expect(stored?.data).toEqual({ changed: { locale: 'es' }, sealed: expect.any(String) as string });
    expect((await all(freshLog().read(stream)))[0]?.data).toEqual(event.event.data);
  });

  it('seals nothing where no personal field is set', async () => {
    const stream = `preferences-${randomUUID()}`;
    await log.append(stream, 'no_stream', [
      newEvent({ type: 'Changed', data: { changed: { locale: 'es' } } }),
    ]);
    expect((await all(store.read(stream)))[0]?.data).toEqual({ changed: { locale: 'es' } });
    expect((await all(log.read(stream)))[0]?.data).toEqual({ changed: { locale: 'es' } });
  });

  it('reads the personal fields of an erased person as erased, and only those that were set', async () => {
    const uid = randomUUID();
    const stream = `sender-${uid}`;
    await log.append(stream, 'no_stream', [
      transfer(uid),
      newEvent({ type: 'Sent', data: { uid, recipient: 'Maria', cents: 5 } }),
    ]);
    await keys.destroy(uid);
    const expected = [
      { uid, cents: 2_000, recipient: '[erased]', handle: '[erased]' },
      { uid, cents: 5, recipient: '[erased]' },
    ];
    expect((await all(log.read(stream))).map((event) => event.data)).toEqual(expected);
    expect((await all(freshLog().read(stream))).map((event) => event.data)).toEqual(expected);
  });

  it('records nothing personal of a person who is erased already', async () => {
    const uid = randomUUID();
    await keys.destroy(uid);
    const { recorded } = await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    expect(recorded[0]?.data).toMatchObject({ recipient: '[erased]', cents: 2_000 });
    expect(await all(log.read(`sender-${uid}`))).toEqual(recorded);
  });

  it('does not open an envelope that was moved to another event', async () => {
    const uid = randomUUID();
    await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    const [original] = await all(store.read(`sender-${uid}`));
    if (!original) throw new Error('nothing was stored');
    const moved = { ...sampleEvent({}, 'Sent'), data: original.data as { sealed: string } };
    await store.append(`sender-${uid}`, 0n, [moved]);
    await expect(all(freshLog().read(`sender-${uid}`))).rejects.toThrow(/belongs to another event/);
  });

  it('refuses to read an event that is unknown, newer, malformed or of a lost key, and says why', async () => {
    const cases: [string, AnyEventDeclaration[]][] = [
      ['Sent is not known', [changed]],
      ['version 1 is not known', [{ ...sent, schemaVersion: 0 }]],
      ['nothing turns version 1 into 2', [{ ...sent, schemaVersion: 2 }]],
    ];
    const uid = randomUUID();
    const stream = `sender-${uid}`;
    await log.append(stream, 'no_stream', [transfer(uid)]);
    for (const [reason, declarations] of cases) {
      const reading = all(freshLog(declarations).read(stream));
      await expect(reading).rejects.toBeInstanceOf(Undecodable);
      await expect(reading).rejects.toThrow(reason);
    }
    const emptyVault = openEmbeddedVault(join(folder, 'other.db'));
    await expect(all(freshLog(DECLARATIONS, store, emptyVault).read(stream))).rejects.toThrow(/key.*missing/);
    await emptyVault.close();
  });

  it('turns data of an older version into the present one, opened first', async () => {
    const uid = randomUUID();
    const stream = `sender-${uid}`;
    await log.append(stream, 'no_stream', [transfer(uid, 'Maria', 70)]);
    const second = {
      ...sent,
      schemaVersion: 3,
      upcasts: {
        1: (data: Sent['data']) => ({ ...data, name: data.recipient?.toUpperCase() }),
        2: (data: object) => ({ ...data, currency: 'USD' }),
      },
    };
    const [event] = await all(freshLog([second]).read(stream));
    expect(event?.data).toMatchObject({ name: 'MARIA', cents: 70, currency: 'USD' });
  });

  it('refuses data that is not plain JSON, and an event that is not declared', async () => {
    for (const cents of [Number.NaN, 1n, new Date(), () => 1]) {
      const odd = newEvent({ type: 'Sent', data: { uid: 'u', cents: cents as number } });
      await expect(log.append('sender-1', 'no_stream', [odd])).rejects.toThrow(TypeError);
    }
    const alien = newEvent({ type: 'Alien', data: {} } as unknown as Sent);
    await expect(log.append('sender-1', 'no_stream', [alien])).rejects.toThrow('Alien is not declared');
  });

  it('hands over an undecodable event in its place and goes on with the next', async () => {
    const uid = randomUUID();
    await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    await store.append(`sender-${uid}`, 0n, [sampleEvent({}, 'Alien')]);
    await log.append(`sender-${uid}`, 1n, [transfer(uid)]);
    const entries = await follow(log, 3);
    expect(entries.map((entry) => ('event' in entry ? entry.event.type : entry.undecodable))).toEqual([
      'Sent',
      'Alien is not known',
      'Sent',
    ]);
  });

  it('waits for a vault that does not answer instead of giving an event up', async () => {
    const uid = randomUUID();
    await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    let failures = 2;
    const flaky: Vault = Object.assign(Object.create(vault) as Vault, {
      get: (...args: Parameters<Vault['get']>) => {
        if (failures-- > 0) return Promise.reject(new StoreUnavailable('the vault is away'));
        return vault.get(...args);
      },
    });
    const waiting = freshLog(DECLARATIONS, store, flaky);
    await expect(all(waiting.read(`sender-${uid}`))).rejects.toBeInstanceOf(StoreUnavailable);
    const [entry] = await follow(waiting, 1);
    expect(entry && 'event' in entry && entry.event.data).toMatchObject({ recipient: 'Maria Canary' });
  });

  it('records nothing while the vault cannot keep a new key', async () => {
    const broken: Vault = Object.assign(Object.create(vault) as Vault, {
      get: () => Promise.reject(new StoreUnavailable('the vault is away')),
    });
    const refused = freshLog(DECLARATIONS, store, broken).append('sender-9', 'no_stream', [transfer('u9')]);
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await all(store.read('sender-9'))).toEqual([]);
  });

  describe('when the store does not say what became of an append', () => {
    /** The real store, whose answers get lost: `before` or `after` it has stored the events. */
    function losing(lost: ('before' | 'after')[], seen: string[] = []): EventStore {
      const append = async (...args: Parameters<EventStore['append']>): Promise<Appended> => {
        seen.push(JSON.stringify(args[2]));
        const loss = lost.shift();
        if (loss === 'before') throw new OutcomeUnknown('lost');
        const answer = await store.append(...args);
        if (loss === 'after') throw new OutcomeUnknown('lost');
        return answer;
      };
      return Object.assign(Object.create(store) as EventStore, { append });
    }

    it('asks again with the same bytes and records the events once', async () => {
      const uid = randomUUID();
      for (const [n, loss] of (['before', 'after'] as const).entries()) {
        const seen: string[] = [];
        const stream = `sender-${uid}${n}`;
        const answer = await freshLog(DECLARATIONS, losing([loss], seen)).append(stream, 'no_stream', [
          transfer(uid),
        ]);
        expect(answer.revision).toBe(0n);
        expect(seen).toHaveLength(2);
        expect(seen[0]).toBe(seen[1]);
        expect(await all(log.read(stream))).toEqual(answer.recorded);
      }
    });

    it('finds the events in the stream when no answer comes at all', async () => {
      const uid = randomUUID();
      const store = losing(['after', 'after', 'after', 'after']);
      const answer = await freshLog(DECLARATIONS, store).append(`sender-${uid}`, 'no_stream', [
        transfer(uid),
      ]);
      expect(await all(log.read(`sender-${uid}`))).toEqual(answer.recorded);
    });

    it('promises nothing when they are not there', async () => {
      const uid = randomUUID();
      const lost = freshLog(DECLARATIONS, losing(['before', 'before', 'before', 'before']));
      const refused = lost.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
      await expect(refused).rejects.toBeInstanceOf(StoreUnavailable);
    });

    it('promises nothing when others stand in their place', async () => {
      const uid = randomUUID();
      const stream = `sender-${uid}`;
      const silent = losing(['before', 'before', 'before', 'before']);
      const beaten: EventStore = Object.assign(Object.create(silent) as EventStore, {
        append: async (...args: Parameters<EventStore['append']>) => {
          await log.append(stream, 'no_stream', [transfer(uid)]).catch(() => undefined);
          return silent.append(...args);
        },
      });
      const refused = freshLog(DECLARATIONS, beaten).append(stream, 'no_stream', [transfer(uid)]);
      await expect(refused).rejects.toBeInstanceOf(StoreUnavailable);
    });

    it('looks for the events even when the store was gone at the second try', async () => {
      const uid = randomUUID();
      const losingOnce = losing(['after']);
      let calls = 0;
      const leaving: EventStore = Object.assign(Object.create(losingOnce) as EventStore, {
        append: async (...args: Parameters<EventStore['append']>) => {
          if (++calls > 1) throw new StoreUnavailable('gone');
          return losingOnce.append(...args);
        },
      });
      const answer = await freshLog(DECLARATIONS, leaving).append(`sender-${uid}`, 'no_stream', [
        transfer(uid),
      ]);
      expect(await all(log.read(`sender-${uid}`))).toEqual(answer.recorded);
    });

    it('tells of a conflict when others were faster', async () => {
      const uid = randomUUID();
      await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
      const refused = freshLog(DECLARATIONS, losing(['before'])).append(`sender-${uid}`, 'no_stream', [
        transfer(uid),
      ]);
      await expect(refused).rejects.toBeInstanceOf(RevisionConflict);
    });
  });
});

async function follow(log: EncryptedEventLog, count: number): Promise<LogEntry[]> {
  const signal = AbortSignal.timeout(10_000);
  const entries: LogEntry[] = [];
  for await (const page of log.follow({ after: BEGINNING, prefixes: ['sender-'], signal })) {
    entries.push(...page.events);
    if (entries.length >= count) return entries;
  }
  throw new Error('The subscription did not hand over what was expected');
}
