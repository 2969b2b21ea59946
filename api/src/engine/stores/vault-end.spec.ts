import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleEvent } from '../../../../test/support/sample-events.js';
import { anchoredWrites } from '../../../../test/support/vault-anchor.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { readSecrets } from '../../config/secrets-file.js';
import { readConfig } from '../../config/read-config.js';
import { Anchor } from '../event-store/embedded/anchor.js';
import { openEmbeddedEventStore } from '../event-store/embedded/embedded-event-store.js';
import { acceptVaultEnd } from '../../ops/stores/accept-vault-end.js';
import { openEmbeddedVault } from '../vault/embedded-vault.js';
import { ANCHOR_FILE, EMBEDDED_FILES } from './data-format.js';
import { markRestored, RESTORE_RUN } from './restore-marker.js';
import { macFor } from '../vault/mac.js';
import { openEmbedded, requireVaultEnd } from './open-embedded.js';

const WAL = `${EMBEDDED_FILES.vault}-wal`;

describe('a vault that lost its last writes', () => {
  let folder: string;
  let killed: string;
  let keyEncryptionKey: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'flip-vault-end-'));
    killed = mkdtempSync(join(tmpdir(), 'flip-vault-killed-'));
    ({ keyEncryptionKey } = readSecrets(folder));
    const stores = await openEmbedded({ folder, keyEncryptionKey });
    await stores.eventStore.append('note-ana', 'no_stream', [sampleEvent()]);
    for (const id of ['old', 'new'])
      await stores.vault.put('credential', id, { owner: 'ana', value: { id } }, null);
    const { transactions } = stores.vault;
    await waitFor('the anchor', () => Promise.resolve(anchoredWrites(folder) === transactions || null));
    // As a kill leaves it.
    cpSync(folder, killed, { recursive: true });
    await stores.close();
  });
  afterEach(() => {
    for (const path of [folder, killed]) rmSync(path, { recursive: true });
  });

  const open = () => openEmbedded({ folder: killed, keyEncryptionKey });
  const flipBit = () => {
    const bytes = readFileSync(join(killed, WAL));
    bytes[60] = (bytes[60] ?? 0) ^ 1;
    writeFileSync(join(killed, WAL), bytes);
  };
  const message = `${EMBEDDED_FILES.vault} has lost its last`;
  const twice = async (work: () => Promise<void>) => {
    await work();
    await work();
  };
  const accept = () => {
    const config = readConfig({ FLIP_DATA: killed, NODE_ENV: 'test' });
    const line = { name: '', words: [], options: {}, say: () => undefined };
    return acceptVaultEnd({ ...line, config, dataDir: killed });
  };

  it.each([
    ['its write-ahead log is gone', () => rmSync(join(killed, WAL))],
    ['a bit of its write-ahead log is flipped', flipBit],
  ])('is refused at start, and named by verify, when %s', async (_, damage) => {
    damage();
    rmSync(join(killed, `${EMBEDDED_FILES.vault}-shm`), { force: true });
    await expect(open()).rejects.toThrow(message);
    // The refusal changes nothing.
    await expect(open()).rejects.toThrow(message);
    const vault = openEmbeddedVault(join(killed, EMBEDDED_FILES.vault), { readonly: true });
    const file = join(killed, EMBEDDED_FILES.events);
    const log = await openEmbeddedEventStore({ file, keyEncryptionKey, readonly: true });
    await expect(requireVaultEnd(vault, log)).rejects.toThrow(message);
    await log.close();
    await vault.close();
  });

  it('is not taken for the restored one beside a restored log, until an operator accepts it', async () => {
    const refused = 'is not the one that was restored with the log';
    const anchor = new Anchor(join(killed, ANCHOR_FILE), macFor({ keyEncryptionKey }, 'log'));
    anchor.moved((await anchor.read()) ?? { position: 0, chain: '' });
    anchor.restored('this restore');
    await anchor.flush();
    // The refusal changes nothing.
    await twice(() => expect(open()).rejects.toThrow(refused));
    const vault = openEmbeddedVault(join(killed, EMBEDDED_FILES.vault));
    await markRestored(vault, '2026-11-20T12:00:00.000Z', 'this restore');
    await vault.close();
    await twice(async () => (await open()).close());
    const other = openEmbeddedVault(join(killed, EMBEDDED_FILES.vault));
    await other.delete(RESTORE_RUN.kind, RESTORE_RUN.id);
    await other.close();
    await expect(open()).rejects.toThrow(refused);
    await accept();
    await twice(async () => (await open()).close());
  });

  it('is used again once the operator accepts the loss', async () => {
    rmSync(join(killed, WAL));
    rmSync(join(killed, `${EMBEDDED_FILES.vault}-shm`), { force: true });
    await accept();
    const stores = await open();
    expect(await stores.vault.get('credential', 'new')).toBeNull();
    await stores.vault.put('credential', 'newer', { owner: 'ana', value: {} }, null);
    await stores.close();
    await (await open()).close();
  });

  it('is no vault that a kill left whole, nor one of a build that did not count', async () => {
    await (await open()).close();
    const known = JSON.parse(readFileSync(join(killed, ANCHOR_FILE), 'utf8')) as object;
    writeFileSync(join(killed, ANCHOR_FILE), JSON.stringify({ ...known, vault: undefined }));
    await (await open()).close();
  });
});
