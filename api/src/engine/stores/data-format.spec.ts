import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { KEY_ENCRYPTION_KEY } from '../../../../test/support/sample-events.js';
import { EMBEDDED_FILES, OtherDataFormat, requireDataFormat } from './data-format.js';
import { openEmbedded } from './open-embedded.js';

describe('the data format of a folder', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'flip-format-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is accepted in a new folder and on every later opening', async () => {
    expect(() => requireDataFormat(folder)).not.toThrow();
    const stores = await openEmbedded({ keyEncryptionKey: KEY_ENCRYPTION_KEY, folder });
    expect(() => requireDataFormat(folder)).not.toThrow();
    await stores.close();
    expect(() => requireDataFormat(folder)).not.toThrow();
  });

  it.each([1, 2, 4])('is refused before the stores open when it is %i', async (format) => {
    const log = new Database(join(folder, EMBEDDED_FILES.events));
    log.exec(`PRAGMA user_version = ${format === 1 ? 0 : format}; CREATE TABLE events (position INTEGER)`);
    log.close();
    await expect(openEmbedded({ keyEncryptionKey: KEY_ENCRYPTION_KEY, folder })).rejects.toEqual(
      new OtherDataFormat(`FLIP_DATA ${folder}`, { found: format, read: 3, instead: 'an empty folder' }),
    );
    expect(readdirSync(folder)).toEqual([EMBEDDED_FILES.events]);
  });
});
