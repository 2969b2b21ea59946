import { openEventStoreDb } from './event-store/eventstoredb.js';
import type { OpenedStores, ServerUrls } from './opened-stores.js';
import { openMongoVault } from './vault/mongodb.js';
import { openMongoViewStore } from './view-store/mongodb.js';

/**
 * EventStoreDB and MongoDB. Does not wait for them: until they answer, every call fails at its own deadline.
 * @throws InvalidConnectionString
 */
export async function connectToServers(urls: ServerUrls): Promise<OpenedStores> {
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let next = closing.pop(); next; next = closing.pop()) await next();
  };
  try {
    const vault = await openMongoVault({ url: urls.vault });
    closing.push(() => vault.close());
    const eventStore = await openEventStoreDb({ url: urls.eventStore });
    closing.push(() => eventStore.close());
    const viewStore = await openMongoViewStore({ url: urls.views });
    closing.push(() => viewStore.close());
    return { eventStore, viewStore, vault, close };
  } catch (error) {
    await close();
    throw error;
  }
}
