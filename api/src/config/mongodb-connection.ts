import { performance } from 'node:perf_hooks';
import {
  MongoClient,
  MongoError,
  MongoInvalidArgumentError,
  ReadConcern,
  type Collection,
  type Db,
  type DbOptions,
} from 'mongodb';
import { StoreUnavailable } from './store-unavailable.js';

/** Longest time one operation may take, all its calls together. */
export const MONGO_DEADLINE_MS = 5_000;
/** An operation on a whole batch may take this many deadlines. */
export const BATCH_DEADLINES = 6;
/** Most operations under way at once; more are refused instead of queueing without end. */
export const MONGO_OPERATION_LIMIT = 10_000;
/** Most connections of one process to one server. */
const POOL_LIMIT = 50;

/** Stated for the database: what a connection string says of them would win over options of the client. */
const CONCERNS: DbOptions = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: new ReadConcern('majority'),
  readPreference: 'primary',
};

/** The server's word for a second document with the same _id. */
export const DUPLICATE_KEY = 11_000;

/** Where the documents are. */
export interface MongoSettings {
  /** A connection string; what it says of durability or time gives way to ours. */
  readonly url: string;
  /** Each adapter has a database of its own where none is named. */
  readonly database?: string;
  /** MONGO_DEADLINE_MS where it is not given. */
  readonly deadlineMs?: number;
}

/** Any document as the server keeps it. */
export interface StoredDocument {
  readonly _id: string;
  readonly [field: string]: unknown;
}

/** One call to the server within what is left of its operation's time. @throws StoreUnavailable */
export type Ask = <T>(call: (database: Db, maxTimeMS: number) => Promise<T>) => Promise<T>;

/** One database of one server or cluster. It connects with the first call and again after every loss. */
export class MongoConnection {
  private readonly client: MongoClient;
  private readonly database: Db;
  private readonly deadlineMs: number;
  private readonly underWay = new Set<Promise<unknown>>();
  private connecting: Promise<unknown> | null = null;
  private closed: Promise<void> | null = null;

  /** @throws MongoError for a connection string that cannot be read */
  constructor({
    url,
    database,
    deadlineMs = MONGO_DEADLINE_MS,
  }: MongoSettings & { readonly database: string }) {
    this.deadlineMs = deadlineMs;
    this.client = new MongoClient(url, {
      appName: 'flip',
      serverSelectionTimeoutMS: deadlineMs,
      connectTimeoutMS: deadlineMs,
      waitQueueTimeoutMS: deadlineMs,
      socketTimeoutMS: deadlineMs * BATCH_DEADLINES,
      maxPoolSize: POOL_LIMIT,
    });
    this.database = this.client.db(database, CONCERNS);
  }

  /** Does the work with a deadline for all its calls together. @throws StoreUnavailable */
  async run<T>(work: (ask: Ask) => Promise<T>, deadlines = 1): Promise<T> {
    if (this.closed) throw new StoreUnavailable('the connection to MongoDB is closed');
    if (this.underWay.size >= MONGO_OPERATION_LIMIT) throw new StoreUnavailable('too much waits for MongoDB');
    const running = work(this.asking(this.deadlineMs * deadlines));
    this.underWay.add(running);
    try {
      return await running;
    } finally {
      this.underWay.delete(running);
    }
  }

  /** An answer, not a connection: a stopped server still takes connections. */
  ready(): Promise<void> {
    return this.run(async (ask) => {
      await ask((database, maxTimeMS) => database.command({ ping: 1, maxTimeMS }));
    });
  }

  /** What is under way ends first. */
  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async end(): Promise<void> {
    await Promise.allSettled(this.underWay);
    await this.client.close();
  }

  private asking(budgetMs: number): Ask {
    const endsAtMs = performance.now() + budgetMs;
    const within = async <T>(work: (leftMs: number) => Promise<T>): Promise<T> => {
      const leftMs = Math.ceil(endsAtMs - performance.now());
      if (leftMs <= 0) throw new StoreUnavailable(`MongoDB took more than ${budgetMs} ms`);
      return inTime(leftMs, work(leftMs));
    };
    return async (call) => {
      try {
        await within(() => this.connected());
        return await within((leftMs) => call(this.database, leftMs));
      } catch (error) {
        throw storeError(error);
      }
    };
  }

  /** A client whose first connect failed stays closed for good unless it is told to connect again. */
  private connected(): Promise<unknown> {
    this.connecting ??= this.client.connect().catch((error: unknown) => {
      this.connecting = null;
      throw error;
    });
    return this.connecting;
  }
}

/** A collection of documents keyed by text. */
export function documentsOf(database: Db, name: string): Collection<StoredDocument> {
  return database.collection<StoredDocument>(name);
}

/** True when the work was done, false when a document with that _id was there already. */
export async function unlessThere(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof MongoError && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
}

/** A call that this process got wrong stays an error; whatever else the driver throws means: not now. */
function storeError(error: unknown): unknown {
  if (!(error instanceof MongoError) || error instanceof MongoInvalidArgumentError) return error;
  return new StoreUnavailable(`MongoDB: ${error.message}`, { cause: error });
}

/** The driver's own limits are coarser, and a hung server keeps none of them. */
async function inTime<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreUnavailable(`MongoDB did not answer within ${limitMs} ms`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
