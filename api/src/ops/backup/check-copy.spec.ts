import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEventStore } from '../../event-store/embedded/embedded-event-store.js';
import type { EventStore } from '../../event-store/event-store.port.js';
import { appendNumbered, sampleEvent } from '../../../../test/support/sample-events.js';
import { SAGA_OWNER } from '../../subscriptions/saga-checkpoint.js';
import { DataKeys } from '../../event-store/data-keys.js';
import { openEmbeddedVault } from '../../vault/embedded-vault.js';
import type { Vault } from '../../vault/vault.port.js';
import { checkCopy } from './check-copy.js';
import { copySnapshot } from './embedded-snapshot.js';

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
    store = await openEmbeddedEventStore({ file: files('source').events });
    vault = openEmbeddedVault(files('source').vault);
    await appendNumbered(store, 'sample-1', EVENTS);
  });

  afterEach(async () => {
    await store.close();
    await vault.close();
    await rm(folder, { recursive: true });
  });

  async function checked(keyEncryptionKey = KEY) {
    await copySnapshot(files('source'), files('copy'), () => undefined);
    return checkCopy(files('copy'), { anchor: null, keyEncryptionKey }, () => undefined);
  }

  const sealFor = (uid: string) =>
    store.append('sample-2', 'no_stream', [sampleEvent({ sealed: `1:${uid}:name:AAAA` })]);
  const standAt = (through: string) =>
    vault.put('checkpoint', 'fraud', { owner: SAGA_OWNER, value: { through } }, null);

  it('is sound when every key it needs is in it and no saga stands beyond its end', async () => {
    await new DataKeys(vault, KEY).getOrCreate('ann');
    await sealFor('ann');
    await standAt(await store.head());
    expect(await checked()).toMatchObject({ position: EVENTS + 1 });
  });

  it('counts a destroyed key as one that is there', async () => {
    await new DataKeys(vault, KEY).destroy('ann');
    await sealFor('ann');
    expect(await checked()).toMatchObject({ position: EVENTS + 1 });
  });

  it('is refused when a key that an event needs is missing', async () => {
    await sealFor('ann');
    await expect(checked()).rejects.toThrow(/data key of event 13 of sample-2 is not in the vault/);
  });

  it('is refused when a key cannot be opened with the secrets', async () => {
    await new DataKeys(vault, KEY).getOrCreate('ann');
    await sealFor('ann');
    await expect(checked(randomBytes(32).toString('base64'))).rejects.toThrow(/cannot be opened/);
  });

  it('is refused when a saga stands beyond its end: it would skip what is recorded there later', async () => {
    await standAt(String(EVENTS + 1).padStart(20, '0'));
    await expect(checked()).rejects.toThrow(/fraud stands beyond the end/);
  });

  it('is refused when it is not what the anchor was written for', async () => {
    await copySnapshot(files('source'), files('copy'), () => undefined);
    const anchor = { position: EVENTS + 1, chain: 'another' };
    const expectation = { anchor, keyEncryptionKey: KEY };
    await expect(checkCopy(files('copy'), expectation, () => undefined)).rejects.toThrow(
      /last events are missing/,
    );
  });

  it('tells of every event while it is made', async () => {
    const told: number[] = [];
    await copySnapshot(files('source'), files('copy'), (events, total) => told.push(events, total));
    expect(told.slice(-2)).toEqual([EVENTS, EVENTS]);
  });
});
