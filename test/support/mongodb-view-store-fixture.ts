import { MongoClient, type Db } from 'mongodb';
import { FakeMongoServer, freshDatabase } from './fake-mongo-server.js';
import { openMongoViewStore } from '../../api/src/engine/view-store/mongodb/mongodb-view-store.js';
import type { ViewDocument, ViewStore } from '../../api/src/engine/view-store/view-store.port.js';

/** View stores of one spec on its own fake server, with a fresh database for each case. */
export class FakeServerViews {
  private stores: ViewStore[] = [];
  private database = freshDatabase();
  private client: MongoClient | undefined;

  private constructor(readonly server: FakeMongoServer) {}

  static async start(): Promise<FakeServerViews> {
    return new FakeServerViews(await FakeMongoServer.start());
  }

  /** Another process's handle to the case's documents. */
  async open(deadlineMs?: number, urlOptions = ''): Promise<ViewStore> {
    const { database } = this;
    const url = this.server.url + urlOptions;
    const store = await openMongoViewStore({ url, database, ...(deadlineMs && { deadlineMs }) });
    this.stores.push(store);
    return store;
  }

  /** The database itself, as an operator sees it. */
  get raw(): Db {
    this.client ??= new MongoClient(this.server.url);
    return this.client.db(this.database);
  }

  /** Closes everything that the case left open. */
  async endCase(): Promise<void> {
    this.server.resume();
    await this.server.endFaults();
    await Promise.all(this.stores.map((store) => store.close()));
    await this.client?.close();
    this.client = undefined;
    this.stores = [];
    this.database = freshDatabase();
  }
}

/** Every document of the first generation of the notes. */
export async function scanned(store: ViewStore): Promise<ViewDocument[]> {
  const documents: ViewDocument[] = [];
  for await (const document of store.scan('note-keeper', 1)) documents.push(document);
  return documents;
}
