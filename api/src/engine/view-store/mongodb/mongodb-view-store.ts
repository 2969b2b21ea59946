import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '../../../event-sourcing/event.js';
import type { View } from '../../../event-sourcing/projection.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { BATCH_DEADLINES, MongoConnection, type MongoSettings } from '../../storage/mongodb-connection.js';
import { findById, findSome } from '../../storage/mongodb-documents.js';
import { storedString, textAfter } from '../../storage/mongodb-document.js';
import { encodeCursor } from '../cursor.js';
import {
  begun,
  declared,
  dropped,
  emptyEntry,
  generationOf,
  pointersOf,
  promoted,
  type Generation,
  type ProjectionEntry,
} from '../generation-entry.js';
import { LiveGenerations, POINTER_TRUST_MS } from './live-generations.js';
import { changeEntry, readEntry } from './catalogue.js';
import { collectionNames, commitBatch, removeCollection, removeForgotten, usedNumbers } from './commit.js';
import { collectionName, ensureIndexes, placeOf, readRange, viewDocument } from './documents.js';
import { DeclaredViews, heldIndex } from '../declared-views.js';
import { checkName } from '../view-declaration.js';
import type {
  Generations,
  HeldDocument,
  ParkedEvent,
  ViewCommit,
  ViewDeclaration,
  ViewDocument,
  ViewPage,
  ViewQuery,
  ViewStore,
} from '../view-store.port.js';

/** Default database of the views: built from the log, so it can be dropped and rebuilt. */
export const MONGO_VIEWS_DATABASE = 'flip_views';

/** Documents of one read of a scan. */
const SCAN_DOCUMENTS = 500;
/** Ids of one read. */
const IDS_AT_ONCE = 5_000;

/**
 * Opens the view store in a MongoDB database, from a standalone server upwards. Resolves without a server: every call
 * rejects with StoreUnavailable until there is one.
 */
export function openMongoViewStore(settings: MongoSettings): Promise<ViewStore> {
  return new Promise((resolve) => {
    resolve(new MongoViewStore(new MongoConnection({ database: MONGO_VIEWS_DATABASE, ...settings })));
  });
}

/**
 * No transactions: every document keeps the position of its last event and is replaced only at the position it
 * was read at. A stop between the documents and their checkpoint leaves documents ahead of it; folding again skips those
 * events.
 */
class MongoViewStore implements ViewStore {
  private readonly views = new DeclaredViews();
  private readonly live = new LiveGenerations();

  constructor(private readonly connection: MongoConnection) {}

  async declare(projections: readonly ViewDeclaration[]): Promise<void> {
    for (const declaration of projections) this.views.declare(declaration);
    for (const { name } of projections) checkName(name);
    const collections = await this.connection.run(collectionNames);
    await Promise.all(projections.map((declaration) => this.declareOne(declaration, collections)));
    this.live.forget();
  }

  private async declareOne(declaration: ViewDeclaration, collections: readonly string[]): Promise<void> {
    const { name } = declaration;
    const entry = await this.generate(name, collections, (now) => declared(now, declaration));
    const { live, building, left } = entry;
    for (const held of [live, building]) if (held) await this.prepare(name, held);
    for (const { generation } of left) await this.drop(name, generation);
    await this.connection.run((call) => removeForgotten(call, name, { entry, collections }));
  }

  get<D extends object>(view: View<D>, id: string): Promise<D | null> {
    return this.connection.run((call) => {
      const { name: projection } = this.views.named(view.name);
      return this.live.query(call, projection, async ({ generation }) => {
        const stored = await findById(call, collectionName(projection, generation), id);
        return stored && (viewDocument(stored).document as D | null);
      });
    });
  }

  find<D extends object>(view: View<D>, query: ViewQuery): Promise<ViewPage<D>> {
    return this.connection.run(async (call) => {
      const { name: projection } = this.views.named(view.name);
      const checked = this.views.check(projection, query);
      return this.live.query(call, projection, async ({ generation, indexes }) => {
        const index = heldIndex(indexes, checked.index);
        const name = collectionName(projection, generation);
        const rows = await readRange(call, name, { ...checked, index });
        const items = rows.slice(0, query.limit).map((row) => viewDocument(row).document as D);
        const next = rows[query.limit];
        return { items, nextCursor: next ? encodeCursor(checked.scope, placeOf(next, index)) : null };
      });
    });
  }

  async findJson(view: View, query: ViewQuery): Promise<string> {
    return JSON.stringify(await this.find(view, query));
  }

  getMany<D extends object>(
    projection: string,
    generation: number,
    ids: readonly string[],
  ): Promise<Map<string, HeldDocument<D>>> {
    return this.connection.run(async (call) => {
      const name = collectionName(projection, generation);
      const found = new Map<string, HeldDocument<D>>();
      for (let place = 0; place < ids.length; place += IDS_AT_ONCE) {
        const some = ids.slice(place, place + IDS_AT_ONCE).map(storedString);
        const filter = { _id: { $in: some } };
        for (const stored of await findSome(call, name, { filter, limit: some.length })) {
          const { id, ...held } = viewDocument(stored);
          found.set(id, held as HeldDocument<D>);
        }
      }
      return found;
    }, BATCH_DEADLINES);
  }

  commit(batch: ViewCommit): Promise<'ok' | 'stale'> {
    return this.connection.run((call) => commitBatch(call, batch), BATCH_DEADLINES);
  }

  async generations(projection: string): Promise<Generations> {
    return pointersOf(await this.connection.run((call) => readEntry(call, projection)));
  }

  async begin(projection: string): Promise<number> {
    const declaration = this.views.named(projection);
    const collections = await this.connection.run(collectionNames);
    const { building } = await this.generate(projection, collections, (entry) =>
      entry.building ? entry : begun(entry, declaration),
    );
    if (!building) throw new Error(`no generation of ${projection} was begun`);
    await this.prepare(projection, building);
    return building.generation;
  }

  async checkpoint(projection: string, generation: number): Promise<Position | null> {
    const entry = await this.connection.run((call) => readEntry(call, projection));
    return generationOf(entry, generation)?.checkpoint ?? null;
  }

  async parked(projection: string, generation: number): Promise<readonly ParkedEvent[]> {
    const entry = await this.connection.run((call) => readEntry(call, projection));
    return generationOf(entry, generation)?.parked ?? [];
  }

  async promote(projection: string, generation: number): Promise<void> {
    const entry = await this.connection.run((call) => readEntry(call, projection));
    if (!entry) throw new Error(`no projection ${projection} was declared`);
    if (entry.building?.generation === generation) await this.prepare(projection, entry.building);
    const change = (before: ProjectionEntry | null) => before && promoted(before, generation);
    await this.connection.run((call) => changeEntry(call, projection, change, entry));
    this.live.forget();
  }

  /** Waits until no reader with a cached live pointer can still read the generation. */
  async drop(projection: string, generation: number): Promise<void> {
    const entry = await this.connection.run((call) => readEntry(call, projection));
    if (!entry || dropped(entry, generation) === entry) return;
    await delay(POINTER_TRUST_MS);
    await this.connection.run((call) =>
      changeEntry(call, projection, (before) => before && dropped(before, generation)),
    );
    // Only now: a late commit finds the generation forgotten and removes the collection it created.
    await this.connection.run((call) => removeCollection(call, collectionName(projection, generation)));
  }

  shred(): Promise<void> {
    return Promise.resolve();
  }

  async *scan(projection: string, generation: number): AsyncIterable<ViewDocument> {
    const name = collectionName(projection, generation);
    let from = '';
    for (;;) {
      const filter = { _id: { $gte: from } };
      const page = await this.connection.run(async (call) => {
        const documents = await findSome(call, name, { filter, sort: { _id: 1 }, limit: SCAN_DOCUMENTS });
        // Checked afterwards: a page of a dropped generation would seem to be the last one.
        if (generationOf(await readEntry(call, projection), generation)) return documents;
        throw new StoreUnavailable(`generation ${generation} of ${projection} is gone`);
      });
      for (const stored of page) yield viewDocument(stored);
      const last = page.at(-1);
      if (!last || page.length < SCAN_DOCUMENTS) return;
      from = textAfter(last._id);
    }
  }

  ready(): Promise<void> {
    return this.connection.ready();
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  /** Applies `change`; a new generation gets a number that no collection has, because the entry alone may have been lost. */
  private generate(
    projection: string,
    collections: readonly string[],
    change: (entry: ProjectionEntry) => ProjectionEntry,
  ): Promise<ProjectionEntry> {
    return this.connection.run(async (call) => {
      const empty = emptyEntry(Math.max(0, ...usedNumbers(collections, projection)));
      return (await changeEntry(call, projection, (entry) => change(entry ?? empty))) ?? empty;
    });
  }

  private prepare(projection: string, { generation, indexes }: Generation): Promise<void> {
    const name = collectionName(projection, generation);
    return this.connection.run((call) => ensureIndexes(call, name, indexes));
  }
}
