import type { AnyEventDeclaration } from '../../event-sourcing/event.js';
import type { ServerUrls } from '../../config/config.js';
import { Codec } from '../event-store/codec.js';
import { type EmbeddedSettings, openEmbedded } from './open-embedded.js';
import type { OpenedStores } from './opened-stores.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { DataKeys } from '../event-store/data-keys.js';
import { AuthenticVault } from '../vault/authentic-vault.js';
import type { Vault } from '../vault/vault.port.js';

/** The stores of one process, and the event log with the codec at its edge. */
export interface Stores extends OpenedStores {
  readonly eventLog: EncryptedEventLog;
  readonly keys: DataKeys;
}

export interface StoreSettings extends EmbeddedSettings {
  /** The database servers; null for the embedded stores in the folder. */
  readonly servers?: ServerUrls | null;
  readonly declarations: readonly AnyEventDeclaration[];
  /** Wraps the vault. */
  readonly guard?: (opened: OpenedStores) => Vault;
}

/**
 * Opens the embedded stores exclusively for this process, or those on servers for any number of processes.
 * @throws DataFolderInUse, DamagedLog, ConfigurationError
 */
export async function openStores(settings: StoreSettings): Promise<Stores> {
  const { servers, declarations, keyEncryptionKey, guard } = settings;
  const opened = servers ? await openServers(servers) : await openEmbedded(settings);
  const vault = new AuthenticVault(guard?.(opened) ?? opened.vault, keyEncryptionKey);
  const keys = new DataKeys(vault, keyEncryptionKey);
  const codec = new Codec(declarations, keys);
  return { ...opened, vault, keys, eventLog: new EncryptedEventLog(opened.eventStore, codec) };
}

/** The clients of the servers are loaded only if they are used. */
export async function openServers(urls: ServerUrls): Promise<OpenedStores> {
  const { connectToServers } = await import('./connect-to-servers.js');
  return connectToServers(urls);
}
