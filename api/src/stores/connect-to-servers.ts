import { openEventStoreDb } from '../event-store/eventstoredb/eventstoredb-event-store.js';
import type { OpenedStores, ServerUrls } from './opened-stores.js';
import { ConfigurationError } from '../config/read-config.js';
import { openMongoVault } from '../vault/mongodb-vault.js';
import { openMongoViewStore } from '../view-store/mongodb/mongodb-view-store.js';

/**
 * EventStoreDB and MongoDB. Does not wait for them: until they answer, every call fails at its own deadline.
 * @throws ConfigurationError that names the variable whose connection string cannot be used
 */
export async function connectToServers(urls: ServerUrls): Promise<OpenedStores> {
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let next = closing.pop(); next; next = closing.pop()) await next();
  };
  try {
    const vault = await named('VAULT_URL or MONGO_URL', () => openMongoVault({ url: urls.vault }));
    closing.push(() => vault.close());
    const eventStore = await named('ESDB_URL', () => openEventStoreDb({ url: urls.eventStore }));
    closing.push(() => eventStore.close());
    const viewStore = await named('MONGO_URL', () => openMongoViewStore({ url: urls.views }));
    closing.push(() => viewStore.close());
    return { eventStore, viewStore, vault, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function named<Store>(variable: string, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    throw new ConfigurationError(`${variable}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
