import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  MongoClient,
  MongoError,
  MongoInvalidArgumentError,
  ReadConcern,
  type Collection,
  type Db,
  type DbOptions,
} from 'mongodb';
import { Outage } from './outage.js';
import { StoreUnavailable } from './store-unavailable.js';
import { within } from '../waiting/time-limit.js';

/** Longest time one operation may take, all its calls together. */
export const MONGO_DEADLINE_MS = 3_000;
/** An operation on a whole batch may take this many deadlines. */
export const BATCH_DEADLINES = 10;
/** Most operations in progress at once; more are refused instead of queueing without limit. */
export const MONGO_OPERATION_LIMIT = 10_000;
/** Most connections of one process to one server. */
const POOL_LIMIT = 50;
/** Pause between two checks of a server that failed, and how long one may take. */
const CHECK_EVERY_MS = 1_000;
const CHECK_DEADLINE_MS = 2_000;

/** Set on the database: a connection string would override options of the client. */
const CONCERNS: DbOptions = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: new ReadConcern('majority'),
  readPreference: 'primary',
};

/** Error code of a second document with the same _id. */
export const DUPLICATE_KEY = 11_000;

/** The server and database of the documents. */
export interface MongoSettings {
  /** A connection string; our durability and time limits override its options. */
  readonly url: string;
  /** Default: a separate database for each adapter. */
  readonly database?: string;
  /** Default: MONGO_DEADLINE_MS. */
  readonly deadlineMs?: number;
  /** Most operations in progress at once; default: MONGO_OPERATION_LIMIT. */
  readonly operationLimit?: number;
}

/** Any document as stored. */
export interface StoredDocument {
  readonly _id: string;
  readonly [field: string]: unknown;
}

/** One call to the server within the remaining time of its operation. @throws StoreUnavailable */
export type Call = <T>(operation: (database: Db, maxTimeMS: number) => Promise<T>) => Promise<T>;

/**
 * One database of one server or cluster. It connects at the first call and reconnects after every loss. A client can
 * lose its monitor for good when its socket dies during a write; it never reconnects then, so a new one takes its
 * place as soon as that one gets an answer and the old one does not.
 */
export class MongoConnection {
  private readonly settings: Required<MongoSettings>;
  private readonly inProgress = new Set<Promise<unknown>>();
  private readonly outage: Outage;
  private client: MongoClient;
  /** Asked whether it gets an answer where `client` gets none. */
  private candidate: MongoClient | null = null;
  private connecting: Promise<unknown> | null = null;
  private recovering: Promise<void> | null = null;
  private closed: Promise<void> | null = null;

  /** @throws MongoError for a connection string that cannot be read */
  constructor(settings: MongoSettings & { readonly database: string }) {
    this.settings = { deadlineMs: MONGO_DEADLINE_MS, operationLimit: MONGO_OPERATION_LIMIT, ...settings };
    this.outage = new Outage(`MongoDB ${settings.database}`);
    this.client = this.newClient();
  }

  /** Does the work with one deadline for all its calls. @throws StoreUnavailable */
  async run<T>(work: (call: Call) => Promise<T>, deadlines = 1): Promise<T> {
    if (this.closed) throw new StoreUnavailable('the connection to MongoDB is closed');
    if (this.inProgress.size >= this.settings.operationLimit)
      throw new StoreUnavailable('too much waits for MongoDB');
    const running = work(this.callsWithin(this.settings.deadlineMs * deadlines));
    this.inProgress.add(running);
    try {
      return await running;
    } finally {
      this.inProgress.delete(running);
    }
  }

  /** Requires an answer: a stopped server still accepts connections. */
  ready(): Promise<void> {
    return this.run(async (call) => {
      await call((database, maxTimeMS) => database.command({ ping: 1, maxTimeMS }));
    });
  }

  /** Operations in progress finish first. */
  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async end(): Promise<void> {
    await Promise.allSettled(this.inProgress);
    await Promise.all([this.client.close(), this.candidate?.close()]);
  }

  private newClient(): MongoClient {
    const { url, deadlineMs } = this.settings;
    return new MongoClient(url, {
      appName: 'flip',
      serverSelectionTimeoutMS: deadlineMs,
      connectTimeoutMS: deadlineMs,
      waitQueueTimeoutMS: deadlineMs,
      socketTimeoutMS: deadlineMs * BATCH_DEADLINES,
      maxPoolSize: POOL_LIMIT,
    });
  }

  private database(): Db {
    return this.client.db(this.settings.database, CONCERNS);
  }

  /** After a failure, until the server answers: to this client, or else to a new one. */
  private async recover(): Promise<void> {
    this.outage.begin('does not answer');
    let isAnswering = false;
    while (!isAnswering) {
      await delay(CHECK_EVERY_MS, undefined, { ref: false });
      if (!this.closed) isAnswering = await answers(() => this.connected().then(() => this.client));
      if (this.closed) return;
      if (!isAnswering) isAnswering = await this.replaceClient();
    }
    this.outage.end();
    this.recovering = null;
  }

  /** False when a new client gets no answer either. Operations in progress may still finish on the old one. */
  private async replaceClient(): Promise<boolean> {
    const fresh = this.newClient();
    this.candidate = fresh;
    const isBetter = (await answers(() => fresh.connect())) && !this.closed;
    closeLater(isBetter ? this.client : fresh, this.inProgress);
    if (isBetter) [this.client, this.connecting] = [fresh, Promise.resolve()];
    return isBetter;
  }

  private callsWithin(budgetMs: number): Call {
    const endsAtMs = performance.now() + budgetMs;
    const inTime = <T>(work: (remainingMs: number) => Promise<T>): Promise<T> => {
      const remainingMs = Math.ceil(endsAtMs - performance.now());
      const late = () => new StoreUnavailable(`MongoDB did not answer within ${budgetMs} ms`);
      if (remainingMs <= 0) return Promise.reject(late());
      // The driver's own limits are coarser, and a hung server ignores them.
      return within(work(remainingMs), remainingMs, late);
    };
    return async (operation) => {
      try {
        await inTime(() => this.connected());
        return await inTime((remainingMs) => operation(this.database(), remainingMs));
      } catch (error) {
        const failure = storeError(error);
        if (failure instanceof StoreUnavailable) this.recovering ??= this.recover();
        throw failure;
      }
    };
  }

  /** After a failed first connect a client stays closed until `connect` is called again. */
  private connected(): Promise<unknown> {
    this.connecting ??= this.client.connect().catch((error: unknown) => {
      this.connecting = null;
      throw error;
    });
    return this.connecting;
  }
}

/** Its outcome does not matter: the client has been given up. */
function closeLater(client: MongoClient, after: Iterable<Promise<unknown>>): void {
  void Promise.allSettled(after)
    .then(() => client.close())
    .catch(() => undefined);
}

/** Whether the server responds to the client that `connect` resolves to. */
async function answers(connect: () => Promise<MongoClient>): Promise<boolean> {
  const asked = connect().then((client) => client.db('admin').command({ ping: 1 }));
  return within(asked, CHECK_DEADLINE_MS, () => new Error('late')).then(
    () => true,
    () => false,
  );
}

/** A collection of documents keyed by text. */
export function documentsOf(database: Db, name: string): Collection<StoredDocument> {
  return database.collection<StoredDocument>(name);
}

/** True when the work was done, false when a document with that _id existed already. */
export async function unlessThere(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof MongoError && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
}

/** A wrong call stays an error; everything else the driver throws means that the store is unavailable. */
function storeError(error: unknown): unknown {
  if (!(error instanceof MongoError) || error instanceof MongoInvalidArgumentError) return error;
  return new StoreUnavailable(`MongoDB: ${error.message}`, { cause: error });
}
