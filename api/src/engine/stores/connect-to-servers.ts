import { openEventStoreDb } from '../event-store/eventstoredb/eventstoredb-event-store.js';
import { openTogether, type OpenedStores } from './opened-stores.js';
import type { ServerUrls } from '../../config/config.js';
import { ConfigurationError } from '../../config/read-config.js';
import { openMongoVault } from '../vault/mongodb-vault.js';
import { openMongoViewStore } from '../view-store/mongodb/mongodb-view-store.js';

/**
 * EventStoreDB and MongoDB. Does not wait for them: until they answer, every call fails at its own deadline.
 * @throws ConfigurationError that names the variable with an unusable connection string
 */
export function connectToServers(urls: ServerUrls): Promise<OpenedStores> {
  return openTogether(async (opened) => {
    const vault = opened(await named('VAULT_URL or MONGO_URL', () => openMongoVault({ url: urls.vault })));
    const eventStore = opened(await named('ESDB_URL', () => openEventStoreDb({ url: urls.eventStore })));
    const viewStore = opened(await named('MONGO_URL', () => openMongoViewStore({ url: urls.views })));
    return { eventStore, viewStore, vault };
  });
}

async function named<Store>(variable: string, open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    throw new ConfigurationError(`${variable}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
