import { createSecretKey } from 'node:crypto';
import type { AnyEventDeclaration } from '../../event-sourcing/event.js';
import { macFor } from '../vault/mac.js';
import { Codec, eventMac } from './codec.js';
import type { NewEvent, StoredEvent } from './event-store.port.js';
import { isJsonObject } from './json.js';

const noted: AnyEventDeclaration = {
  type: 'Noted',
  schemaVersion: 1,
  summary: 'A note was taken.',
  example: { text: 'a' },
};
const keys = {
  get: () => Promise.resolve(null),
  getOrCreate: () => Promise.reject(new Error('no vault')),
  mac: macFor({ keyEncryptionKey: '' }, 'event'),
};
const metadata = {
  schemaVersion: 1,
  commandId: 'c',
  $correlationId: 'c',
  $causationId: 'c',
  actor: { kind: 'system', id: 'test' },
  at: '2026-01-01T00:00:00.000Z',
} as const;
const stored = (changes: object) =>
  ({
    id: 'i',
    type: 'Noted',
    stream: 'notes-1',
    revision: 0n,
    position: '1',
    data: { text: 'a' },
    metadata,
    ...changes,
  }) as unknown as StoredEvent;
const authentic = (event: StoredEvent): StoredEvent =>
  isJsonObject(event.metadata)
    ? { ...event, metadata: { ...event.metadata, mac: eventMac(keys.mac, event) } }
    : event;
const event = (changes: Partial<NewEvent> = {}): NewEvent => ({
  id: 'i',
  type: 'Noted',
  data: { text: 'a' },
  metadata,
  ...changes,
});

describe('a decoded event', () => {
  const codec = new Codec([noted], keys);
  const decode = async (changes: object) => (await codec.decode([authentic(stored(changes))]))[0];

  it('equals the stored one', async () => {
    expect(await decode({})).toMatchObject({ event: { data: { text: 'a' }, metadata } });
  });

  it.each<[string, object]>([
    ['data that is a list', { data: [] }],
    ['no metadata', { metadata: null }],
    ['no actor', { metadata: { ...metadata, actor: 'ana' } }],
    ['no version', { metadata: { ...metadata, schemaVersion: '1' } }],
    ['version 0', { metadata: { ...metadata, schemaVersion: 0 } }],
    ['no command', { metadata: { ...metadata, commandId: 7 } }],
    ['no correlation', { metadata: { ...metadata, $correlationId: undefined } }],
    ['no cause', { metadata: { ...metadata, $causationId: null } }],
    ['no instant', { metadata: { ...metadata, at: 1_767_225_600_000 } }],
    ['an instant that is none', { metadata: { ...metadata, at: 'soon' } }],
  ])('is not of this program with %s', async (_, changes) => {
    expect(await decode(changes)).toMatchObject({ undecodable: 'it is not an event of this program' });
  });

  it.each<[string, object, string]>([
    ['an unknown type', { type: 'Drawn' }, 'Drawn is not known'],
    ['a later version', { metadata: { ...metadata, schemaVersion: 2 } }, 'version 2 is not known'],
    ['a damaged envelope', { data: { sealed: '1:ana' } }, 'its envelope is damaged'],
  ])('is not guessed with %s', async (...[, changes, reason]) => {
    expect(await decode(changes)).toMatchObject({ undecodable: reason });
  });
});

describe('an event without its personal fields', () => {
  const unread = { ...keys, get: () => Promise.reject(new Error('a key is read')) };
  const codec = new Codec(
    [{ ...noted, schemaVersion: 2, upcasts: { 1: (data: object) => ({ ...data, at: null }) } }],
    unread,
  );
  const sealed = authentic(stored({ data: { text: 'a', sealed: '1:ana:author:c2VjcmV0' } }));

  it('has the others, in their latest version, and needs no key', () => {
    expect(codec.decodeImpersonal(sealed)).toMatchObject({ event: { data: { text: 'a', at: null } } });
    expect(codec.decodeImpersonal(sealed)).not.toHaveProperty('event.data.sealed');
  });

  it('is authenticated like any other', () => {
    const changed = { ...sealed, data: { text: 'b', sealed: '1:ana:author:c2VjcmV0' } };
    expect(codec.decodeImpersonal(changed)).toMatchObject({
      undecodable: 'it was changed, moved or written with other secrets',
    });
  });
});

it('an envelope is decrypted in its own event only, not in another one of its stream and type', async () => {
  const key = createSecretKey(Buffer.alloc(32, 1));
  const withKey = { ...keys, get: () => Promise.resolve(key), getOrCreate: () => Promise.resolve(key) };
  const codec = new Codec([{ ...noted, personal: ['text'], subject: () => 'ana' }], withKey);
  const [encoded] = await codec.encode('notes-1', 0n, [event()]);
  const decoded = (id: string) => codec.decode([authentic(stored({ id, data: encoded?.stored.data }))]);
  expect((await decoded('i'))[0]).toMatchObject({ event: { data: { text: 'a' } } });
  expect((await decoded('another'))[0]).toMatchObject({
    undecodable: 'its envelope was changed or belongs to another event',
  });
});

describe('an event is not stored', () => {
  const encode = (changes: Partial<NewEvent>, declaration = noted) =>
    new Codec([declaration], keys).encode('notes-1', 0n, [event(changes)]);

  it('with a version other than the declared one', async () => {
    await expect(encode({ metadata: { ...metadata, schemaVersion: 2 } })).rejects.toThrow('version 1 only');
  });

  it('with a field in place of its envelope', async () => {
    await expect(encode({ data: { sealed: 'a' } })).rejects.toThrow('sealed');
  });

  it('with data nested deeper than eight levels', async () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { in: nested(levels - 1) });
    await expect(encode({ data: nested(9) })).rejects.toThrow('nested too deep');
    await expect(encode({ data: nested(8) })).resolves.toHaveLength(1);
  });

  it('with a list nested deeper than eight levels', async () => {
    const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);
    await expect(encode({ data: { in: nested(8) } })).rejects.toThrow('nested too deep');
    await expect(encode({ data: { in: nested(7) } })).resolves.toHaveLength(1);
  });

  it('with a personal field that has no subject', async () => {
    await expect(encode({}, { ...noted, personal: ['text'] })).rejects.toThrow('no subject');
  });
});

it('no event type is declared twice', () => {
  expect(() => new Codec([noted, noted], keys)).toThrow('twice');
});
