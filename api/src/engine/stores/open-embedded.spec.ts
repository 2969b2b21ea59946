import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import Database from 'libsql';
import { KEY_ENCRYPTION_KEY, sampleEvent } from '../../../../test/support/sample-events.js';
import { DataKeys } from '../event-store/data-keys.js';
import { EMBEDDED_FILES } from './data-format.js';
import { openEmbedded } from './open-embedded.js';
import { requireOwnStores } from './own-secrets.js';

describe('a damaged file of the embedded stores', () => {
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'flip-damaged-'));
    await (await openEmbedded({ keyEncryptionKey: KEY_ENCRYPTION_KEY, folder })).close();
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    jest.restoreAllMocks();
  });

  const damage = (name: string) => {
    for (const old of readdirSync(folder)) if (old.startsWith(`${name}-`)) rmSync(join(folder, old));
    writeFileSync(join(folder, name), 'x'.repeat(8_192));
  };

  it.each([
    [EMBEDDED_FILES.events, 'put the file back, or restore a backup'],
    [EMBEDDED_FILES.vault, 'put the file back, or restore a backup'],
    ['lock.db', 'it has no data: delete it while no server runs'],
  ])('is named in the refusal to start, with what to do: %s', async (name, remedy) => {
    damage(name);
    const opened = openEmbedded({ keyEncryptionKey: KEY_ENCRYPTION_KEY, folder });
    await expect(opened).rejects.toThrow(`${join(folder, name)}: file is not a database; ${remedy}`);
  });

  it('is named when it lost the data key of a user in the log', async () => {
    const key = { keyEncryptionKey: KEY_ENCRYPTION_KEY, folder, subjects: ['account-'] };
    const stores = await openEmbedded(key);
    const keys = new DataKeys(stores.vault, { keyEncryptionKey: KEY_ENCRYPTION_KEY });
    await keys.getOrCreate('ann');
    await keys.destroy('erased', '2026-11-01T12:00:00.000Z');
    for (const name of ['account-ann', 'account-erased', 'other-bob'])
      await stores.eventStore.append(name, 'no_stream', [sampleEvent()]);
    await stores.close();
    await (await openEmbedded(key)).close();
    const vault = new Database(join(folder, EMBEDDED_FILES.vault));
    vault.exec("DELETE FROM records WHERE id = 'ann'");
    vault.close();
    await expect(openEmbedded(key)).rejects.toThrow(
      `${join(folder, EMBEDDED_FILES.vault)} has lost records: the data key of account-ann is missing`,
    );
  });

  it.each([2, 99])(
    'is not assumed when views have another format, as after an upgrade or the way back: %j',
    async (format) => {
      const [said, warned] = (['log', 'warn'] as const).map((level) =>
        jest.spyOn(Logger.prototype, level).mockImplementation(),
      );
      const views = new Database(join(folder, EMBEDDED_FILES.views));
      views.exec(`PRAGMA user_version = ${String(format)}`);
      views.close();
      const stores = await openEmbedded({ keyEncryptionKey: KEY_ENCRYPTION_KEY, folder });
      expect(await stores.viewStore.generations('any')).toEqual({ live: null, building: null });
      await stores.close();
      expect(readdirSync(folder).filter((name) => /damaged|format/.test(name))).toEqual([]);
      expect(said).toHaveBeenCalledWith(expect.stringContaining('is of another version of Flip'));
      expect(warned).not.toHaveBeenCalled();
    },
  );

  it('is not assumed when secrets.json is not the original one', async () => {
    const secrets = { keyEncryptionKey: KEY_ENCRYPTION_KEY };
    const stores = await openEmbedded({ ...secrets, folder });
    const own = { secrets, file: 'secrets.json', testMode: true };
    await requireOwnStores({ vault: stores.vault, eventStore: stores.eventStore, prefixes: ['note-'] }, own);
    await stores.eventStore.append('note-ann', 'no_stream', [sampleEvent()]);
    await stores.close();
    const other = Buffer.alloc(32, 8).toString('base64');
    await expect(openEmbedded({ keyEncryptionKey: other, folder })).rejects.toThrow(
      `keyEncryptionKey in ${join(folder, 'secrets.json')} is not the one this data was written with`,
    );
  });

  it('is moved aside when it contains views, which are rebuilt', async () => {
    const said = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    damage(EMBEDDED_FILES.views);
    const stores = await openEmbedded({ keyEncryptionKey: KEY_ENCRYPTION_KEY, folder });
    expect(await stores.viewStore.generations('any')).toEqual({ live: null, building: null });
    await stores.close();
    expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/^views\.db\.damaged-\d+$/));
    expect(said).toHaveBeenCalledWith(expect.stringContaining(join(folder, EMBEDDED_FILES.views)));
  });
});
