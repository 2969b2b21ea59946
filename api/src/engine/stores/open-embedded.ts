import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { lockDataFolder } from '../storage/data-lock.js';
import type { KeyHolder } from '../../config/key-lists.js';
import { SECRETS_FILE } from '../../config/secrets-file.js';
import { ConfigurationError } from '../../config/read-config.js';
import { SqliteDatabase } from '../storage/sqlite.js';
import { DamagedFile } from '../storage/sqlite-errors.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { sqlText } from '../storage/stored-text.js';
import {
  type EmbeddedEventStore,
  openEmbeddedEventStore,
} from '../event-store/embedded/embedded-event-store.js';
import { EMBEDDED_FILES, requireDataFormat } from './data-format.js';
import { isMadeWith } from './own-secrets.js';
import { openTogether } from './opened-stores.js';
import { RESTORE_RUN, type RestoreMarker } from './restore-marker.js';
import { type EmbeddedVault, openEmbeddedVault } from '../vault/embedded-vault.js';
import { OtherViewsFormat, openEmbeddedViewStore } from '../view-store/embedded/embedded-view-store.js';
import type { ViewStore } from '../view-store/view-store.port.js';

export interface EmbeddedSettings extends KeyHolder {
  /** The data folder, which is created if missing. */
  readonly folder: string;
  /** The prefixes of streams that are named by a user with a data key. */
  readonly subjects?: readonly string[];
  /** Called once when writing to the event log is not safe anymore: the process should end. */
  readonly failed?: (error: Error) => void;
}

/**
 * Opens the stores of a data folder exclusively for this process; closing them releases the folder.
 * @throws OtherDataFormat, DataFolderInUse, DamagedLog, ConfigurationError when the vault lost a data key or its last writes
 */
export async function openEmbedded({ folder, subjects = [], failed, ...holder }: EmbeddedSettings) {
  const { keyEncryptionKey, keys = {} } = holder;
  requireDataFormat(folder);
  return openTogether(async (opened) => {
    opened(lockDataFolder(folder));
    const vault = opened(openEmbeddedVault(join(folder, EMBEDDED_FILES.vault)));
    // First: with other secrets everything else looks damaged.
    await isMadeWith(vault, { secrets: { keyEncryptionKey, keys }, file: join(folder, SECRETS_FILE) });
    const file = join(folder, EMBEDDED_FILES.events);
    const log = { file, keyEncryptionKey, keys, ...(failed && { failed }) };
    const eventStore = opened(await openEmbeddedEventStore(log));
    for (const prefix of subjects) requireDataKeys(folder, prefix);
    await requireVaultEnd(vault, eventStore);
    vault.wrote = (writes) => {
      eventStore.vaultMoved(writes);
    };
    vault.wrote(vault.transactions ?? 0);
    const viewStore = opened(openViews(join(folder, EMBEDDED_FILES.views)));
    return { eventStore, viewStore, vault };
  });
}

/**
 * @throws ConfigurationError when the vault had more writes when the anchor was written: it lost the last of them; or when
 * it is not the vault that was restored with the log
 */
export async function requireVaultEnd(vault: EmbeddedVault, log: EmbeddedEventStore): Promise<void> {
  // In this order: a server may be writing.
  const anchored = await log.anchored();
  const restored = await vault.get<Partial<RestoreMarker>>(RESTORE_RUN.kind, RESTORE_RUN.id);
  if (anchored && anchored.restoreId !== null && anchored.restoreId !== restored?.value.id)
    throw new ConfigurationError(
      `${vault.file} is not the one that was restored with the log: put that one back, or restore again; to go on with it: ` +
        'npm run ops -- accept-vault-end',
    );
  const lost = (anchored?.vaultWrites ?? 0) - (vault.transactions ?? 0);
  if (lost <= 0) return;
  throw new ConfigurationError(
    `${vault.file} has lost its last ${lost} writes (passwords, sessions, links, waiting mail): put the file or its -wal ` +
      'back, or restore; to go on without them: npm run ops -- accept-vault-end',
  );
}

/** Per user one step in an index of the log and one in the vault. Keys of erased users are there too, destroyed. */
const WITHOUT_KEY = `SELECT stream FROM events WHERE stream > ? AND stream < ? AND revision = 0 AND NOT EXISTS
  (SELECT 1 FROM vault.records WHERE kind = 'data-key' AND id = substr(stream, ?)) LIMIT 1`;

/** @throws ConfigurationError when the vault has no data key of any user with a stream that begins with `prefix` */
function requireDataKeys(folder: string, prefix: string): void {
  const vault = join(folder, EMBEDDED_FILES.vault);
  const log = new SqliteDatabase(join(folder, EMBEDDED_FILES.events), [], true);
  try {
    log.exec(`ATTACH ${sqlText(vault)} AS vault`);
    const [stream] = log.first(WITHOUT_KEY, [prefix, `${prefix}\u007f`, prefix.length + 1]) ?? [];
    if (stream !== undefined)
      throw new ConfigurationError(`${vault} has lost records: the data key of ${stream} is missing`);
  } catch (error) {
    // Which of the two it is, SQLite does not say.
    if (!(error instanceof DamagedFile)) throw error;
    throw new DamagedFile(vault, `this file or ${log.file} is damaged`, { cause: error });
  } finally {
    log.close();
  }
}

/**
 * Views can be built again from the log: a damaged file is moved aside, and one of another version is removed, since it has
 * what people wrote and no version reads it anymore.
 */
function openViews(file: string): ViewStore {
  try {
    return openEmbeddedViewStore(file);
  } catch (error) {
    if (error instanceof StoreUnavailable && !(error instanceof DamagedFile)) throw error;
    const logger = new Logger('Stores');
    const parts = ['', '-wal', '-shm'].filter((suffix) => existsSync(file + suffix));
    if (error instanceof OtherViewsFormat) {
      logger.log(`${file} is of another version of Flip: removed, the views are built from the log`);
      for (const suffix of parts) rmSync(file + suffix);
    } else {
      const aside = `${file}.damaged-${Date.now()}`;
      logger.warn(`${String(error)}: moved to ${aside}, the views are built again`);
      for (const suffix of parts) renameSync(file + suffix, aside + suffix);
    }
    return openEmbeddedViewStore(file);
  }
}
