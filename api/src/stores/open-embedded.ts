import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { lockDataFolder } from '../config/data-lock.js';
import { DamagedFile } from '../config/sqlite-errors.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import {
  openEmbeddedEventStore,
  type EmbeddedEventStore,
} from '../event-store/embedded/embedded-event-store.js';
import { EMBEDDED_FILES, requireDataFormat } from './data-format.js';
import type { OpenedStores } from './opened-stores.js';
import { openEmbeddedVault } from '../vault/embedded-vault.js';
import { openEmbeddedViewStore } from '../view-store/embedded/embedded-view-store.js';
import type { ViewStore } from '../view-store/view-store.port.js';

interface OpenedEmbedded extends OpenedStores {
  readonly eventStore: EmbeddedEventStore;
}

/**
 * Opens the stores of a data folder exclusively for this process; closing them releases the folder.
 * @throws OtherDataFormat, DataFolderInUse, DamagedLog
 */
export async function openEmbedded({
  folder,
  keyEncryptionKey,
  failed,
}: {
  readonly folder: string;
  readonly keyEncryptionKey: string;
  readonly failed?: (error: Error) => void;
}): Promise<OpenedEmbedded> {
  requireDataFormat(folder);
  const lock = lockDataFolder(folder);
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let next = closing.pop(); next; next = closing.pop()) await next();
    lock.release();
  };
  try {
    const vault = openEmbeddedVault(join(folder, EMBEDDED_FILES.vault));
    closing.push(() => vault.close());
    const file = join(folder, EMBEDDED_FILES.events);
    const eventStore = await openEmbeddedEventStore({ file, keyEncryptionKey, ...(failed && { failed }) });
    closing.push(() => eventStore.close());
    const viewStore = openViews(join(folder, EMBEDDED_FILES.views));
    closing.push(() => viewStore.close());
    return { eventStore, viewStore, vault, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Views can be built again from the log: a file that cannot be used is moved aside. */
function openViews(file: string): ViewStore {
  try {
    return openEmbeddedViewStore(file);
  } catch (error) {
    if (error instanceof StoreUnavailable && !(error instanceof DamagedFile)) throw error;
    const aside = `${file}.damaged-${Date.now()}`;
    new Logger('Stores').warn(`${String(error)}: moved to ${aside}, the views are built again`);
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
    return openEmbeddedViewStore(file);
  }
}
