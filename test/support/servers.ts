import { FakeEventStoreServer } from './fake-event-store-server.js';
import { FakeMongoServer } from './fake-mongo-server.js';

/** Fake servers of one deployment: event store, view store, and a separate server for the vault. */
export class Servers {
  private constructor(
    readonly eventStore: FakeEventStoreServer,
    readonly views: FakeMongoServer,
    readonly vault: FakeMongoServer,
  ) {}

  static async start(): Promise<Servers> {
    const [eventStore, views, vault] = await Promise.all([
      FakeEventStoreServer.start(),
      FakeMongoServer.start(),
      FakeMongoServer.start(),
    ]);
    // Like a real server, it has internal streams: their events need no metadata.
    await eventStore.addByHand('$settings', [{ type: 'update', data: '{}', metadata: '' }]);
    return new Servers(eventStore, views, vault);
  }

  /** Environment variables of an API process that uses them. */
  get env(): Readonly<Record<string, string>> {
    return { ESDB_URL: this.eventStore.url, MONGO_URL: this.views.url, VAULT_URL: this.vault.url };
  }

  /** Stops them and removes their data. */
  async dispose(): Promise<void> {
    await Promise.all([this.eventStore.dispose(), this.views.stop(), this.vault.stop()]);
  }
}
