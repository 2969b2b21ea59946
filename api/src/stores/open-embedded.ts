import { join } from 'node:path';
import { lockDataFolder } from '../config/data-lock.js';
import {
  openEmbeddedEventStore,
  type EmbeddedEventStore,
} from '../event-store/embedded/embedded-event-store.js';
import { EMBEDDED_FILES, requireDataFormat } from './data-format.js';
import type { OpenedStores } from './opened-stores.js';
import { openEmbeddedVault } from '../vault/embedded-vault.js';
import { openEmbeddedViewStore } from '../view-store/embedded/embedded-view-store.js';

interface OpenedEmbedded extends OpenedStores {
  readonly eventStore: EmbeddedEventStore;
}

/**
 * Opens the stores of a data folder exclusively for this process; closing them releases the folder.
 * @throws OtherDataFormat, DataFolderInUse, DamagedLog
 */
export async function openEmbedded({
  folder,
  failed,
}: {
  readonly folder: string;
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
    const eventStore = await openEmbeddedEventStore({ file, ...(failed && { failed }) });
    closing.push(() => eventStore.close());
    const viewStore = openEmbeddedViewStore(join(folder, EMBEDDED_FILES.views));
    closing.push(() => viewStore.close());
    return { eventStore, viewStore, vault, close };
  } catch (error) {
    await close();
    throw error;
  }
}
