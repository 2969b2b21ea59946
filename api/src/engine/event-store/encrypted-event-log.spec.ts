import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AnyEventDeclaration,
  DomainEvent,
  EventDeclaration,
  EventMetadata,
} from '../../event-sourcing/event.js';
import { Codec, eventMac, type LogEntry } from './codec.js';
import { openEmbeddedEventStore, type EmbeddedEventStore } from './embedded/embedded-event-store.js';
import { all, sampleEvent } from '../../../../test/support/sample-events.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { BEGINNING, type EventStore, type NewEvent, type StoredEvent } from './event-store.port.js';
import { EncryptedEventLog, Undecodable } from './encrypted-event-log.js';
import { DataKeys } from './data-keys.js';
import { openEmbeddedVault } from '../vault/embedded-vault.js';
import type { Vault } from '../vault/vault.port.js';
import { PATIENCE_MS } from '../../../../test/support/wait-for.js';

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

function newEvent({ type, data }: Sent | Changed): NewEvent {
  const id = randomUUID();
  const at = '2026-01-01T00:00:00.000Z';
  return {
    id,
    type,
    data,
    metadata: {
      schemaVersion: 1,
      commandId: id,
      $correlationId: id,
      $causationId: id,
      actor: { kind: 'sender', id: 'u' },
      at,
    },
  };
}
const withMetadata = (metadata: unknown, change: object) => ({
  metadata: { ...(metadata as EventMetadata), ...change },
});
const transfer = (uid: string, recipient = 'Maria Canary', cents = 2_000) =>
  newEvent({ type: 'Sent', data: { uid, recipient, handle: '$canary', cents } });

describe('the encrypted event log', () => {
  let folder: string;
  let store: EmbeddedEventStore;
  let vault: Vault;
  let keys: DataKeys;
  let log: EncryptedEventLog;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-log-'));
    store = await openEmbeddedEventStore({ keyEncryptionKey: KEK, file: join(folder, 'events.db') });
    vault = openEmbeddedVault(join(folder, 'vault.db'));
    keys = new DataKeys(vault, { keyEncryptionKey: KEK });
    log = new EncryptedEventLog(store, new Codec(DECLARATIONS, keys));
  });
  afterEach(async () => {
    await store.close();
    await vault.close();
    await rm(folder, { recursive: true });
  });

  /** The same log in a process without cached keys. */
  const freshLog = (declarations = DECLARATIONS, over: EventStore = store, from: Vault = vault) =>
    new EncryptedEventLog(over, new Codec(declarations, new DataKeys(from, { keyEncryptionKey: KEK })));

  const authentic = (stored: StoredEvent) => ({
    ...stored,
    ...withMetadata(stored.metadata, { mac: eventMac(keys.mac, stored) }),
  });

  /** Past the codec, but with a valid MAC. */
  async function appendAuthentic(stream: string, expected: bigint, event: NewEvent): Promise<void> {
    const mac = eventMac(keys.mac, { ...event, stream, revision: expected + 1n });
    await store.append(stream, expected, [
      { ...event, metadata: { ...event.metadata, mac } as EventMetadata },
    ]);
  }

  it.each<[string, (stored: StoredEvent) => Partial<NewEvent>]>([
    ['another amount', ({ data }) => ({ data: { ...(data as object), cents: 9 } })],
    ['another type', () => ({ type: 'Changed' })],
    ['another time', ({ metadata }) => withMetadata(metadata, { at: '2020-01-01T00:00:00.000Z' })],
    ['another actor', ({ metadata }) => withMetadata(metadata, { actor: { kind: 'operator', id: 'u' } })],
    ['another cause', ({ metadata }) => withMetadata(metadata, { $causationId: 'c' })],
    ['no MAC', ({ metadata }) => withMetadata(metadata, { mac: undefined })],
    ['nothing changed but its place', () => ({})],
  ])('refuses an event that was stored by someone without the key: %s', async (_, change) => {
    const uid = randomUUID();
    await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    const [stored] = await all(store.read(`sender-${uid}`));
    if (!stored) throw new Error('nothing was stored');
    const { type, data, metadata } = stored;
    const original = { id: randomUUID(), type, data, metadata } as NewEvent;
    await store.append(`sender-${uid}`, 0n, [{ ...original, ...change(stored) }]);
    await expect(all(log.read(`sender-${uid}`))).rejects.toThrow(
      /changed, moved or written with other secrets/,
    );
    const entries = await follow(log, 2);
    expect(entries[1]).toMatchObject({ undecodable: expect.stringContaining('changed') as string });
  });

  it('returns an event as recorded, immediately and after a restart', async () => {
    const uid = randomUUID();
    const events = [transfer(uid), transfer(uid, 'José')];
    const { recorded, position } = await log.append(`sender-${uid}`, 'no_stream', events);
    expect(recorded[1]).toMatchObject({
      type: 'Sent',
      revision: 1n,
      data: { recipient: 'José', cents: 2_000 },
    });
    const read = await all(log.read(`sender-${uid}`));
    expect(read).toEqual(recorded.map((event, index) => ({ ...event, position: read[index]?.position })));
    expect(read.at(-1)?.position).toBe(position);
    expect(await all(freshLog().read(`sender-${uid}`))).toEqual(read);
  });

  it('decrypts a lazily read event only when a personal field is accessed', async () => {
    const uid = randomUUID();
    const name = `sender-${uid}`;
    const renamed = newEvent({ type: 'Changed', data: { changed: { name: 'Ana Canary', locale: 'en' } } });
    const { recorded } = await log.append(name, 'no_stream', [transfer(uid), renamed]);
    const elsewhere = Object.assign(Object.create(store) as EventStore, {
      read: (stream: string) => moved(stream),
    });
    /** Events that cannot be decrypted, because their envelopes are bound to another stream. */
    async function* moved(stream: string) {
      for await (const stored of store.read(stream)) yield authentic({ ...stored, stream: 'sender-other' });
    }
    const [first] = await all(freshLog(DECLARATIONS, elsewhere).read(name, { lazily: true }));
    const data = first?.data as Sent['data'];
    expect([data.uid, data.cents]).toEqual([uid, 2_000]);
    expect(() => data.recipient).toThrow('belongs to another event');
    const read = await all(log.read(name, { lazily: true }));
    expect(read.map((event) => event.data)).toEqual(recorded.map((event) => event.data));
  });

  it('leaves no personal text in the files of the event store', async () => {
    const uid = randomUUID();
    await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    const files = (await readdir(folder)).filter((name) => name.startsWith('events'));
    const bytes = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')));
    expect(bytes.join('')).toContain(uid);
    expect(bytes.join('')).not.toContain('anary');
  });

  it('encrypts a nested field and leaves the others readable in the store', async () => {
    const stream = `preferences-${randomUUID()}`;
    const event = newEvent({ type: 'Changed', data: { changed: { name: 'Maria', locale: 'es' } } });
    await log.append(stream, 'no_stream', [event]);
    const [stored] = await all(store.read(stream));
    expect(stored?.data).toEqual({ changed: { locale: 'es' }, sealed: expect.any(String) as string });
    expect((await all(freshLog().read(stream)))[0]?.data).toEqual(event.data);
  });

  it('encrypts nothing when no personal field is set', async () => {
    const stream = `preferences-${randomUUID()}`;
    await log.append(stream, 'no_stream', [
      newEvent({ type: 'Changed', data: { changed: { locale: 'es' } } }),
    ]);
    expect((await all(store.read(stream)))[0]?.data).toEqual({ changed: { locale: 'es' } });
    expect((await all(log.read(stream)))[0]?.data).toEqual({ changed: { locale: 'es' } });
  });

  it('reads the personal fields of an erased user as erased, and only those that were set', async () => {
    const uid = randomUUID();
    const stream = `sender-${uid}`;
    await log.append(stream, 'no_stream', [
      transfer(uid),
      newEvent({ type: 'Sent', data: { uid, recipient: 'Maria', cents: 5 } }),
    ]);
    await keys.destroy(uid, '2026-11-01T12:00:00.000Z');
    const expected = [
      { uid, cents: 2_000, recipient: '[erased]', handle: '[erased]' },
      { uid, cents: 5, recipient: '[erased]' },
    ];
    expect((await all(log.read(stream))).map((event) => event.data)).toEqual(expected);
    expect((await all(freshLog().read(stream))).map((event) => event.data)).toEqual(expected);
  });

  it('records nothing personal of a user who is already erased', async () => {
    const uid = randomUUID();
    await keys.destroy(uid, '2026-11-01T12:00:00.000Z');
    const { recorded, position } = await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    expect(recorded[0]?.data).toMatchObject({ recipient: '[erased]', cents: 2_000 });
    expect(await all(log.read(`sender-${uid}`))).toEqual([{ ...recorded[0], position }]);
  });

  it('does not decrypt an envelope that was moved to another event (ASVS 16.4.2, 16.4.3)', async () => {
    const uid = randomUUID();
    await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    const [original] = await all(store.read(`sender-${uid}`));
    if (!original) throw new Error('nothing was stored');
    const moved = { ...sampleEvent({}, 'Sent'), data: original.data as { sealed: string } };
    await appendAuthentic(`sender-${uid}`, 0n, moved);
    await expect(all(freshLog().read(`sender-${uid}`))).rejects.toThrow(/belongs to another event/);
  });

  it('refuses to read an event that is unknown, newer, malformed or without its key, and names the reason', async () => {
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

  it('decrypts data of an older version, then upcasts it', async () => {
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

  it('refuses data that is not plain JSON, and an undeclared event', async () => {
    for (const cents of [Number.NaN, 1n, new Date(), () => 1]) {
      const odd = newEvent({ type: 'Sent', data: { uid: 'u', cents: cents as number } });
      await expect(log.append('sender-1', 'no_stream', [odd])).rejects.toThrow(TypeError);
    }
    const alien = newEvent({ type: 'Alien', data: {} } as unknown as Sent);
    await expect(log.append('sender-1', 'no_stream', [alien])).rejects.toThrow('Alien is not declared');
  });

  it('delivers an undecodable event in order and continues with the next', async () => {
    const uid = randomUUID();
    await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    await appendAuthentic(`sender-${uid}`, 0n, sampleEvent({}, 'Alien'));
    await log.append(`sender-${uid}`, 1n, [transfer(uid)]);
    const entries = await follow(log, 3);
    expect(entries.map((entry) => ('event' in entry ? entry.event.type : entry.undecodable))).toEqual([
      'Sent',
      'Alien is not known',
      'Sent',
    ]);
  });

  it('ends a read or subscription while the vault is unavailable instead of skipping an event', async () => {
    const uid = randomUUID();
    await log.append(`sender-${uid}`, 'no_stream', [transfer(uid)]);
    let failures = 2;
    const flaky: Vault = Object.assign(Object.create(vault) as Vault, {
      get: (...args: Parameters<Vault['get']>) => {
        if (failures-- > 0) return Promise.reject(new StoreUnavailable('the vault is away'));
        return vault.get(...args);
      },
    });
    const fresh = freshLog(DECLARATIONS, store, flaky);
    await expect(all(fresh.read(`sender-${uid}`))).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(follow(fresh, 1)).rejects.toBeInstanceOf(StoreUnavailable);
    const [entry] = await follow(fresh, 1);
    expect(entry && 'event' in entry && entry.event.data).toMatchObject({ recipient: 'Maria Canary' });
  });

  it('records nothing while the vault cannot store a new key', async () => {
    const broken: Vault = Object.assign(Object.create(vault) as Vault, {
      get: () => Promise.reject(new StoreUnavailable('the vault is away')),
    });
    const refused = freshLog(DECLARATIONS, store, broken).append('sender-9', 'no_stream', [transfer('u9')]);
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await all(store.read('sender-9'))).toEqual([]);
  });
});

async function follow(log: EncryptedEventLog, count: number): Promise<LogEntry[]> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const entries: LogEntry[] = [];
  for await (const page of log.follow({ after: BEGINNING, prefixes: ['sender-'], signal })) {
    entries.push(...page.events);
    if (entries.length >= count) return entries;
  }
  throw new Error('The subscription did not deliver what was expected');
}
