import { randomBytes } from 'node:crypto';
import { InMemoryLog, openInMemoryEventStore } from '../../../../test/support/in-memory-event-store.js';
import { InMemoryRecords, openInMemoryVault } from '../../../../test/support/in-memory-vault.js';
import { sampleEvent } from '../../../../test/support/sample-events.js';
import { changed } from '../../../../test/support/till-views.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { Secrets } from '../../config/runtime.js';
import { SAGA_OWNER } from '../vault/vault.port.js';
import { IMPORT_MARKER } from './import-marker.js';
import { FIRST_KEY, type ListedKey, listedKeys } from '../../config/key-lists.js';
import { markNewKeys, requireOwnStores } from './own-secrets.js';
import { FORMAT_RECORD, FORMAT_STREAM } from './server-format.js';

const secrets: Omit<Secrets, 'keys'> = {
  sessionPrivateKey: 'private',
  sessionPublicKey: 'public',
  blindIndexKey: 'index',
  keyEncryptionKey: 'wrapping',
  simulatorWebhookSecret: 'webhook',
  simulatorApiKey: 'api',
};

describe('stores are used only with the secrets that they were written with (ASVS 6.3.2)', () => {
  let records: InMemoryRecords;
  let log: InMemoryLog;
  beforeEach(() => {
    records = new InMemoryRecords();
    log = new InMemoryLog();
  });

  const start = (
    own: typeof secrets & Partial<Secrets> = secrets,
    { eventStore = openInMemoryEventStore(log), testMode = true, onServers = false } = {},
  ) =>
    requireOwnStores(
      { vault: openInMemoryVault(records), eventStore, prefixes: ['sample-'], onServers },
      { secrets: own, file: '/data/secrets.json', testMode },
    );

  it('by every start after the first, of any number of servers at once', async () => {
    await Promise.all([start(), start(), start()]);
    await start();
    expect(records.of('check').size).toBe(1);
    for (const secret of Object.values(secrets))
      expect(JSON.stringify(records.of('check').get('secrets'))).not.toContain(`"${secret}"`);
  });

  it.each(Object.keys(secrets))(
    'not when %s differs: the refusal names the secret and the file (ASVS 11.1.1, 11.1.2)',
    async (name) => {
      await start();
      const other = { ...secrets, [name]: randomBytes(32).toString('base64') };
      await expect(start(other)).rejects.toThrow(`FLIP_DATA: ${name} in /data/secrets.json`);
      await start();
    },
  );

  it('also after a rotation, from which on a file without the new key is refused', async () => {
    await start();
    const first = { id: FIRST_KEY, key: secrets.keyEncryptionKey };
    const second = (key: string): ListedKey => ({ id: '2', key });
    // Another process accepts the new key before it makes anything.
    const keys = { 'key-encryption': [first, { ...second('new'), next: true as const }] };
    await start({ ...secrets, keys });
    const rotated = {
      ...secrets,
      keyEncryptionKey: 'new',
      keys: {
        'key-encryption': [first, second('new')],
        event: [...listedKeys(secrets, 'event'), second('event 2')],
      },
    };
    await start(rotated);
    await markNewKeys(openInMemoryVault(records), rotated);
    await start(rotated);
    const withoutFirst = { ...rotated.keys, 'key-encryption': [second('new')] };
    await start({ ...rotated, keys: withoutFirst });
    const old = { ...rotated.keys, event: [...listedKeys(secrets, 'event')] };
    await expect(start({ ...rotated, keys: old })).rejects.toThrow('FLIP_DATA: event in /data/secrets.json');
    await expect(start()).rejects.toThrow('FLIP_DATA: keyEncryptionKey in /data/secrets.json');
  });

  it('not when another server has written the first data in the meantime', async () => {
    const outcomes = await Promise.allSettled([start(), start({ ...secrets, blindIndexKey: 'another' })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('not when the vault is empty while the log is not', async () => {
    log.add('sample-1', sampleEvent());
    await expect(start()).rejects.toThrow('the vault has no check record');
    expect(records.of('check').size).toBe(0);
  });

  it('and are not claimed while the log is unavailable', async () => {
    const away = () => Promise.reject(new StoreUnavailable('away'));
    expect(await start(secrets, { eventStore: changed(openInMemoryEventStore(log), { ready: away }) })).toBe(
      false,
    );
    expect(records.of('check').size).toBe(0);
    expect(await start()).toBe(true);
  });

  it.each([
    ['test mode', true, 'TEST_MODE: these stores were made in test mode, with demo users'],
    ['real use', false, 'TEST_MODE: these stores were made with TEST_MODE=false'],
  ])('and only in the mode in which they were created: %s', async (_, testMode, refusal) => {
    await start(secrets, { testMode });
    await expect(start(secrets, { testMode: !testMode })).rejects.toThrow(refusal);
    await start(secrets, { testMode });
  });

  it('not when an import into them is unfinished, or a saga is beyond the end of the log', async () => {
    await start();
    const vault = openInMemoryVault(records);
    const { kind, id, owner } = IMPORT_MARKER;
    await vault.put(kind, id, { owner, value: {} }, null);
    await expect(start()).rejects.toThrow('An import into these stores is not finished');
    await vault.delete(kind, id);
    await start();
    await vault.put('checkpoint', 'fraud', { owner: SAGA_OWNER, value: { through: '9' } }, null);
    await expect(start()).rejects.toThrow('The saga fraud is beyond the end of the log');
  });

  it('and on servers only with the format that they are marked with since the first start', async () => {
    const onServers = { onServers: true };
    await Promise.all([start(secrets, onServers), start(secrets, onServers)]);
    await start(secrets, onServers);
    expect(log.stream(FORMAT_STREAM).map(({ data }) => data)).toEqual([{ format: 1 }]);
    log.add(FORMAT_STREAM, sampleEvent({ format: 2 }));
    const away = { read: () => failing(new StoreUnavailable('away')) };
    await start(secrets, { ...onServers, eventStore: changed(openInMemoryEventStore(log), away) });
    await expect(start(secrets, onServers)).rejects.toThrow(
      'The event log has data format 2, this version reads format 1: use the version that wrote it, or empty servers',
    );
    const vault = openInMemoryVault(records);
    const { kind, id, owner } = FORMAT_RECORD;
    await vault.put(kind, id, { owner, value: { format: 3 } }, 1);
    await expect(start(secrets, onServers)).rejects.toThrow('The vault has data format 3');
  });

  it('also on servers that were filled before there were marks', async () => {
    await start();
    log.add('sample-1', sampleEvent());
    expect(await start(secrets, { onServers: true })).toBe(true);
    expect([log.stream(FORMAT_STREAM), records.of('format').size]).toEqual([[], 0]);
  });

  it('even when another application uses the same event store', async () => {
    log.add('$settings', sampleEvent());
    log.add('other-1', sampleEvent());
    await start();
  });
});

// oxlint-disable-next-line require-yield -- a read that fails at its first step
async function* failing(error: Error): AsyncGenerator<never> {
  await Promise.reject(error);
}
