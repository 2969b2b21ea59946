import { randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import type { DomainEvent, EventDeclaration } from '../../event-sourcing/event.js';
import type { LogEntry, NewEvent } from '../event-log.js';
import { Codec } from '../event-store/codec.js';
import { openEmbeddedEventStore, type EmbeddedEventStore } from '../event-store/embedded.js';
import { APPEND_BATCH_LIMIT, type FollowedPage } from '../event-store/event-store.port.js';
import { SealedEventLog } from '../sealed-event-log.js';
import { DataKeys } from '../vault/data-keys.js';
import { openEmbeddedVault } from '../vault/embedded.js';
import type { Vault } from '../vault/vault.port.js';
import { readLog, type LogReaderSettings, type ReaderRequest } from './log-reader.js';
import { READ_AHEAD_FROM_EVENTS, ReadAhead, type Reader } from './read-ahead.js';

jest.setTimeout(60_000);

type Sent = DomainEvent<'Sent', { readonly uid: string; readonly recipient: string; readonly cents: number }>;

const sent: EventDeclaration<Sent> = {
  type: 'Sent',
  schemaVersion: 2,
  summary: 'Something was sent.',
  personal: ['recipient'],
  subject: (data) => data.uid,
  example: { uid: 'u', recipient: 'Maria', cents: 1 },
  upcasts: { 1: (data: { readonly dollars: number }) => ({ ...data, cents: data.dollars * 100 }) },
};

const KEY_ENCRYPTION_KEY = randomBytes(32).toString('base64');
const PREFIXES = ['sender-'];
const SENDERS = Array.from({ length: 40 }, () => randomUUID());

function sentBy(uid: string, cents: number): NewEvent {
  const id = randomUUID();
  const at = '2026-01-01T00:00:00.000Z';
  return {
    id,
    event: { type: 'Sent', data: { uid, recipient: `María "of" ${cents} 🙂`, cents } },
    metadata: { commandId: id, $correlationId: id, $causationId: id, actor: { kind: 'sender', id: uid }, at },
  };
}

/** A reader that runs on this thread: what it does is the same. */
class ReaderHere extends EventEmitter implements Reader {
  private readonly port;
  handedOver = 0;

  constructor(settings: LogReaderSettings) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.on('message', (message) => {
      this.handedOver += 1;
      this.emit('message', message);
    });
    port1.on('close', () => this.emit('exit'));
    readLog(port2, settings).catch((error: unknown) => this.emit('error', error));
  }

  postMessage(request: ReaderRequest): void {
    this.port.postMessage(request);
  }

  /** As a thread that runs out of memory. */
  break(): void {
    this.emit('error', new Error('out of memory'));
    this.port.close();
  }
}

describe('whoever is far behind the head', () => {
  let folder: string;
  let store: EmbeddedEventStore;
  let vault: Vault;
  let keys: DataKeys;
  let readers: ReaderHere[] = [];
  let warnings: jest.SpyInstance;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-ahead-'));
    store = await openEmbeddedEventStore({ file: join(folder, 'events.db') });
    vault = openEmbeddedVault(join(folder, 'vault.db'));
    keys = new DataKeys(vault, KEY_ENCRYPTION_KEY);
    await fill();
  });
  afterAll(async () => {
    await store.close();
    await vault.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    readers = [];
    warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  });
  afterEach(() => warnings.mockRestore());

  const logWith = (ahead: ReadAhead | null) => {
    const codec = new Codec([sent], new DataKeys(vault, KEY_ENCRYPTION_KEY));
    return new SealedEventLog(store, codec, ahead);
  };
  const ahead = () =>
    new ReadAhead(store, { folder, keyEncryptionKey: KEY_ENCRYPTION_KEY }, (settings) => {
      const reader = new ReaderHere(settings);
      readers.push(reader);
      return reader;
    });

  /** More events than make reading ahead worth it: sealed, erased, of an older version, and such as nobody can read. */
  async function fill(): Promise<void> {
    const log = logWith(null);
    const per = READ_AHEAD_FROM_EVENTS / SENDERS.length;
    for (const uid of SENDERS) {
      for (let written = 0; written < per; written += APPEND_BATCH_LIMIT) {
        const count = Math.min(APPEND_BATCH_LIMIT, per - written);
        const events = Array.from({ length: count }, (_, place) => sentBy(uid, written + place));
        await log.append(`sender-${uid}`, written === 0 ? 'no_stream' : BigInt(written - 1), events);
      }
    }
    await keys.destroy(SENDERS[0] ?? '');
    const { id, metadata } = sentBy('u', 1);
    const { sealed } = (await firstStored()).data as { sealed: string };
    const unread = (type: string, data: object, schemaVersion = 2) =>
      store.append(`sender-${randomUUID()}`, 'no_stream', [
        { id, type, data: data as never, metadata: { ...metadata, schemaVersion } },
      ]);
    await unread('Sent', { uid: 'u', recipient: 'plain', dollars: 3 }, 1);
    await unread('Sent', { uid: 'u', sealed });
    await unread('Sent', { uid: 'u', sealed: 'torn' });
    await unread('Sent', { uid: 'u', sealed: `1:${randomUUID()}:recipient:AAAA` });
    await unread('Sent', { uid: 'u' }, 3);
    await unread('Forgotten', { uid: 'u' });
    await store.append('other-1', 'no_stream', [
      { id, type: 'Sent', data: {}, metadata: { ...metadata, schemaVersion: 2 } },
    ]);
  }

  async function firstStored() {
    for await (const event of store.read(`sender-${SENDERS[1]}`)) return event;
    throw new Error('nothing was stored');
  }

  async function entriesOf(log: SealedEventLog, after = ''): Promise<LogEntry[]> {
    const found: LogEntry[] = [];
    for await (const page of pagesOf(log, after)) found.push(...page.events);
    return found;
  }

  async function* pagesOf(log: SealedEventLog, after = ''): AsyncGenerator<FollowedPage<LogEntry>> {
    const { signal } = new AbortController();
    for await (const page of log.follow({ after, prefixes: PREFIXES, signal })) {
      yield page;
      if (page.live) return;
    }
  }

  it('is handed the very events that reading them here gives, and the same reasons for those nobody can read', async () => {
    const expected = await entriesOf(logWith(null));
    const found = await entriesOf(logWith(ahead()));
    expect(readers[0]?.handedOver).toBeGreaterThan(1);
    expect(found.length).toBe(READ_AHEAD_FROM_EVENTS + 6);
    expect(found).toEqual(expected);
    expect(found.filter((entry) => 'undecodable' in entry)).toHaveLength(5);
    const first = found[0];
    expect(first && 'event' in first && first.event.data).toMatchObject({ recipient: '[erased]' });
  });

  it('goes on by itself from where a thread broke', async () => {
    const expected = await entriesOf(logWith(null));
    const found: LogEntry[] = [];
    for await (const page of pagesOf(logWith(ahead()))) {
      found.push(...page.events);
      if (found.length === 500) readers[0]?.break();
    }
    expect(found).toEqual(expected);
    expect(warnings).toHaveBeenCalledWith('reading ahead ended early: Error');
  });

  it('reads by itself where few events are left, and while another is read ahead for', async () => {
    const log = logWith(ahead());
    await entriesOf(log, (await entriesOf(logWith(null)))[10]?.stored.position);
    expect(readers).toHaveLength(0);
    const one = pagesOf(log);
    await one.next();
    expect(await entriesOf(log)).toHaveLength(READ_AHEAD_FROM_EVENTS + 6);
    expect(readers).toHaveLength(1);
    await one.return(undefined);
    await entriesOf(log);
    expect(readers).toHaveLength(2);
  });

  it('lets the thread go when it wants no more, at once', async () => {
    const stopping = new AbortController();
    let exited = false;
    for await (const page of logWith(ahead()).follow({
      after: '',
      prefixes: PREFIXES,
      signal: stopping.signal,
    })) {
      readers[0]?.once('exit', () => (exited = true));
      if (page.events.length > 0) stopping.abort();
    }
    expect(exited).toBe(true);
    expect(readers[0]?.handedOver).toBeLessThan(10);
    expect(warnings).not.toHaveBeenCalled();
  });
});
