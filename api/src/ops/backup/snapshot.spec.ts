import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEventStore } from '../../engine/event-store/embedded/embedded-event-store.js';
import type { EventStore } from '../../engine/event-store/event-store.port.js';
import { appendNumbered, sampleEvent } from '../../../../test/support/sample-events.js';
import { DataKeys } from '../../engine/event-store/data-keys.js';
import { AuthenticVault } from '../../engine/vault/authentic-vault.js';
import { openEmbeddedVault } from '../../engine/vault/embedded-vault.js';
import { SAGA_OWNER, type Vault } from '../../engine/vault/vault.port.js';
import { checkCopy, copySnapshot } from './snapshot.js';

const KEY = randomBytes(32).toString('base64');
const EVENTS = 12;

describe('a copy of log and vault', () => {
  let folder: string;
  let store: EventStore;
  let vault: Vault;

  const files = (name: string) => ({
    events: join(folder, `${name}-events.db`),
    vault: join(folder, `${name}-vault.db`),
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flip-copy-'));
    store = await openEmbeddedEventStore({ keyEncryptionKey: KEY, file: files('source').events });
    vault = new AuthenticVault(openEmbeddedVault(files('source').vault), { keyEncryptionKey: KEY });
    await appendNumbered(store, 'sample-1', EVENTS);
  });

  afterEach(async () => {
    await store.close();
    await vault.close();
    await rm(folder, { recursive: true });
  });

  async function checked() {
    await copySnapshot(files('source'), files('copy'), () => undefined);
    return checkCopy(files('copy'), { anchor: null, keys: { keyEncryptionKey: KEY } }, () => undefined);
  }

  const encryptFor = (uid: string) =>
    store.append('sample-2', 'no_stream', [sampleEvent({ sealed: `1:${uid}:name:AAAA` })]);
  const checkpointAt = (through: string) =>
    vault.put('checkpoint', 'fraud', { owner: SAGA_OWNER, value: { through } }, null);

  it('is valid when it has every key it needs and no saga is beyond its end', async () => {
    await new DataKeys(vault, { keyEncryptionKey: KEY }).getOrCreate('ann');
    await encryptFor('ann');
    await checkpointAt(await store.head());
    expect(await checked()).toMatchObject({ position: EVENTS + 1 });
  });

  it('needs no key that was destroyed', async () => {
    await new DataKeys(vault, { keyEncryptionKey: KEY }).destroy('ann', '2026-11-01T12:00:00.000Z');
    await encryptFor('ann');
    expect(await checked()).toMatchObject({ position: EVENTS + 1 });
  });

  it('is refused when a key that an event needs is missing', async () => {
    await encryptFor('ann');
    await expect(checked()).rejects.toThrow(/data key of event 0 of sample-2 is not in the vault/);
  });

  it('is refused when a key cannot be decrypted with the secrets', async () => {
    await new DataKeys(vault, { keyEncryptionKey: randomBytes(32).toString('base64') }).getOrCreate('ann');
    await encryptFor('ann');
    await expect(checked()).rejects.toThrow(/cannot be decrypted/);
  });

  it('is refused when a saga is beyond its end: it would skip events recorded there later', async () => {
    await checkpointAt(String(EVENTS + 1).padStart(20, '0'));
    await expect(checked()).rejects.toThrow(/fraud is beyond the end/);
  });

  it('is refused when it does not match the anchor', async () => {
    await copySnapshot(files('source'), files('copy'), () => undefined);
    const anchor = { position: EVENTS + 1, chain: 'another' };
    const expectation = { anchor, keys: { keyEncryptionKey: KEY } };
    await expect(checkCopy(files('copy'), expectation, () => undefined)).rejects.toThrow(
      /last events are missing/,
    );
  });

  it('reports its progress while it is created', async () => {
    const reports: unknown[] = [];
    await copySnapshot(files('source'), files('copy'), (...report) => reports.push(report));
    expect(reports.at(-1)).toEqual(['events copied', EVENTS, EVENTS]);
  });
});
