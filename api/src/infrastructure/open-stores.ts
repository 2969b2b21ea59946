import { join } from 'node:path';
import type { AnyEventDeclaration } from '../event-sourcing/event.js';
import { lockDataFolder } from './data-lock.js';
import type { EventLog } from './event-log.js';
import { Codec } from './event-store/codec.js';
import { openEmbeddedEventStore } from './event-store/embedded.js';
import type { EventStore } from './event-store/event-store.port.js';
import { SealedEventLog } from './sealed-event-log.js';
import { DataKeys } from './vault/data-keys.js';
import { openEmbeddedVault } from './vault/embedded.js';
import type { Vault } from './vault/vault.port.js';
import { openEmbeddedViewStore } from './view-store/embedded.js';
import type { ViewStore } from './view-store/view-store.port.js';

/** The stores of one process, and the event log with the codec at its edge. */
export interface Stores {
  readonly eventStore: EventStore;
  readonly viewStore: ViewStore;
  readonly vault: Vault;
  readonly eventLog: EventLog;
  /** Closes all of them; the data folder is free afterwards. */
  close(): Promise<void>;
}

export interface StoreSettings {
  /** The data folder; it is made when it is missing. */
  readonly folder: string;
  readonly keyEncryptionKey: string;
  readonly declarations: readonly AnyEventDeclaration[];
  /** Called once when the event log cannot be written safely any more: the process should end. */
  readonly failed?: (error: Error) => void;
}

/** Files of the embedded stores in the data folder. */
export const EMBEDDED_FILES = { events: 'events.db', views: 'views.db', vault: 'vault.db' } as const;

/**
 * Opens the embedded stores for this process alone.
 * @throws DataFolderInUse, DamagedLog
 */
export async function openStores({
  folder,
  keyEncryptionKey,
  declarations,
  failed,
}: StoreSettings): Promise<Stores> {
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
    const codec = new Codec(declarations, new DataKeys(vault, keyEncryptionKey));
    return { eventStore, viewStore, vault, eventLog: new SealedEventLog(eventStore, codec), close };
  } catch (error) {
    await close();
    throw error;
  }
}
