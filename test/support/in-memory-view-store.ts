import type { Position } from '../../api/src/event-sourcing/event.js';
import type { View } from '../../api/src/event-sourcing/projection.js';
import { StoreUnavailable } from '../../api/src/engine/storage/store-unavailable.js';
import { compareTexts } from '../../api/src/engine/storage/stored-text.js';
import { encodeCursor, type Place } from '../../api/src/engine/view-store/cursor.js';
import {
  checkBatch,
  indexFields,
  indexValue,
  isEnough,
  type TableIndex,
} from '../../api/src/engine/view-store/view-declaration.js';
import { DeclaredViews, heldIndex } from '../../api/src/engine/view-store/declared-views.js';
import type {
  HeldDocument,
  ParkedEvent,
  SortValue,
  ViewCommit,
  ViewDeclaration,
  ViewDocument,
  ViewPage,
  ViewQuery,
  ViewStore,
} from '../../api/src/engine/view-store/view-store.port.js';

/** One generation: its documents by id as JSON, parked events by position. */
interface InMemoryGeneration {
  readonly number: number;
  readonly version: number;
  readonly indexes: readonly TableIndex[];
  checkpoint: Position | null;
  readonly documents: Map<string, { readonly text: string; readonly position: Position }>;
  readonly parked: Map<Position, ParkedEvent>;
}

interface InMemoryProjection {
  /** The highest generation number used so far. */
  last: number;
  live: InMemoryGeneration | null;
  building: InMemoryGeneration | null;
  /** Neither live nor building, and not yet dropped. */
  left: InMemoryGeneration[];
}

interface FoundDocument extends Place {
  readonly document: Readonly<Record<string, unknown>>;
}

/** All generations by projection. Outlives the view stores opened on it. */
export class InMemoryViews {
  readonly projections = new Map<string, InMemoryProjection>();
}

/** Reference implementation of the port over maps, which adapters are compared with. Every commit is atomic. */
export function openInMemoryViewStore(views: InMemoryViews): ViewStore {
  return new InMemoryViewStore(views);
}

class InMemoryViewStore implements ViewStore {
  private readonly views = new DeclaredViews();
  private readonly declarations = new Map<string, ViewDeclaration>();
  private isClosed = false;

  constructor(private readonly stored: InMemoryViews) {}

  declare(projections: readonly ViewDeclaration[]): Promise<void> {
    return this.whenOpen(() => {
      for (const declaration of projections) {
        this.views.declare(declaration);
        this.declarations.set(declaration.name, declaration);
        const projection = this.projection(declaration.name);
        projection.left = [];
        const newest = projection.building ?? projection.live;
        if (newest && isEnough(newest, declaration)) continue;
        projection.building = nextGeneration(projection, declaration);
        this.stored.projections.set(declaration.name, projection);
      }
    });
  }

  get<D extends object>({ name }: View<D>, id: string): Promise<D | null> {
    return this.whenOpen(() => {
      const held = this.live(name).documents.get(id);
      return held ? (JSON.parse(held.text) as D | null) : null;
    });
  }

  find<D extends object>({ name }: View<D>, query: ViewQuery): Promise<ViewPage<D>> {
    return this.whenOpen(() => {
      const { index: declared, equal, scope, at } = this.views.check(name, query);
      const generation = this.live(name);
      const index = heldIndex(generation.indexes, declared);
      const { from, to, desc = false, limit } = query;
      const isAsked = ({ sort, document }: FoundDocument) =>
        index.eq.every((field, place) => document[field] === equal[place]) &&
        (from === undefined || compareSorts(sort, from) >= 0) &&
        (to === undefined || compareSorts(sort, to) < 0);
      const found = documentsIn(generation, index).filter(isAsked).sort(comparePlaces);
      const inOrder = desc ? found.reverse() : found;
      const isInPage = (place: Place) =>
        !at || (desc ? comparePlaces(place, at) <= 0 : comparePlaces(place, at) >= 0);
      const rest = inOrder.filter(isInPage);
      const next = rest[limit];
      const items = rest.slice(0, limit).map(({ document }) => document as D);
      return { items, nextCursor: next ? encodeCursor(scope, next) : null };
    });
  }

  async findJson(view: View, query: ViewQuery): Promise<string> {
    return JSON.stringify(await this.find(view, query));
  }

  getMany<D extends object>(
    projection: string,
    number: number,
    ids: readonly string[],
  ): Promise<Map<string, HeldDocument<D>>> {
    return this.whenOpen(() => {
      const found = new Map<string, HeldDocument<D>>();
      for (const id of ids) {
        const held = this.generation(projection, number)?.documents.get(id);
        if (held) found.set(id, { document: JSON.parse(held.text) as D | null, position: held.position });
      }
      return found;
    });
  }

  commit(batch: ViewCommit): Promise<'ok' | 'stale'> {
    return this.whenOpen(() => {
      checkBatch(batch);
      const { live, building } = this.projection(batch.projection);
      const generation = [live, building].find((one) => one?.number === batch.generation);
      if (generation?.checkpoint !== batch.expect) return 'stale';
      const isAsRead = batch.writes.every(
        ({ id, was }) => (generation.documents.get(id)?.position ?? null) === was,
      );
      if (!isAsRead) return 'stale';
      requireIndexable(batch, generation.indexes);
      for (const { id, document, position } of batch.writes)
        generation.documents.set(id, { text: JSON.stringify(document), position });
      for (const event of batch.parked) generation.parked.set(event.position, event);
      for (const position of batch.unparked ?? []) generation.parked.delete(position);
      generation.checkpoint = batch.next;
      return 'ok';
    });
  }

  generations(
    projection: string,
  ): Promise<{ readonly live: number | null; readonly building: number | null }> {
    return this.whenOpen(() => {
      const { live, building } = this.projection(projection);
      return { live: live?.number ?? null, building: building?.number ?? null };
    });
  }

  begin(name: string): Promise<number> {
    return this.whenOpen(() => {
      const declaration = this.declarations.get(name);
      if (!declaration) throw new Error(`no projection ${name} was declared`);
      const projection = this.projection(name);
      projection.building ??= nextGeneration(projection, declaration);
      return projection.building.number;
    });
  }

  checkpoint(projection: string, number: number): Promise<Position | null> {
    return this.whenOpen(() => this.generation(projection, number)?.checkpoint ?? null);
  }

  parked(projection: string, number: number): Promise<readonly ParkedEvent[]> {
    return this.whenOpen(() => {
      const parked = this.generation(projection, number)?.parked.values() ?? [];
      return [...parked].sort((left, right) => compareTexts(left.position, right.position));
    });
  }

  promote(name: string, number: number): Promise<void> {
    return this.whenOpen(() => {
      const projection = this.projection(name);
      const { live, building } = projection;
      if (live?.number === number) return;
      if (building?.number !== number) throw new Error(`generation ${number} is not being built`);
      projection.live = building;
      projection.building = null;
      if (live) projection.left.push(live);
    });
  }

  drop(name: string, number: number): Promise<void> {
    return this.whenOpen(() => {
      const projection = this.projection(name);
      const inUse = [projection.live?.number, projection.building?.number];
      if (inUse.includes(number)) throw new Error(`generation ${number} is in use`);
      projection.left = projection.left.filter((generation) => generation.number !== number);
    });
  }

  shred(): Promise<void> {
    return this.whenOpen(() => undefined);
  }

  async *scan(projection: string, number: number): AsyncIterable<ViewDocument> {
    const generation = await this.whenOpen(() => this.generation(projection, number));
    if (!generation) throw new StoreUnavailable(`generation ${number} of ${projection} is gone`);
    const inOrder = [...generation.documents].sort(([left], [right]) => compareTexts(left, right));
    for (const [id, { text, position }] of inOrder)
      yield { id, document: JSON.parse(text) as object | null, position };
  }

  ready(): Promise<void> {
    return this.whenOpen(() => undefined);
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  private projection(name: string): InMemoryProjection {
    return this.stored.projections.get(name) ?? { last: 0, live: null, building: null, left: [] };
  }

  private generation(name: string, number: number): InMemoryGeneration | undefined {
    const { live, building, left } = this.projection(name);
    return [live, building, ...left].find((one) => one?.number === number) ?? undefined;
  }

  private live(view: string): InMemoryGeneration {
    const { live } = this.projection(this.views.named(view).name);
    if (!live) throw new StoreUnavailable(`${view} is being built`);
    return live;
  }

  private whenOpen<T>(work: () => T): Promise<T> {
    return new Promise((resolve) => {
      if (this.isClosed) throw new StoreUnavailable('The view store is closed');
      resolve(work());
    });
  }
}

function nextGeneration(
  projection: InMemoryProjection,
  { version, indexes }: ViewDeclaration,
): InMemoryGeneration {
  projection.last += 1;
  const number = projection.last;
  return { number, version, indexes, checkpoint: null, documents: new Map(), parked: new Map() };
}

/** @throws Error for a value that no index can take */
function requireIndexable({ writes }: ViewCommit, indexes: readonly TableIndex[]): void {
  for (const { document } of writes)
    for (const field of indexFields(indexes)) indexValue(document ?? {}, field);
}

/** Documents with a value of the index's kind in its sort field; tombstones have none. */
function documentsIn({ documents }: InMemoryGeneration, index: TableIndex): FoundDocument[] {
  return [...documents].flatMap(([id, { text }]) => {
    const document = JSON.parse(text) as FoundDocument['document'] | null;
    const sort: unknown = document?.[index.sort];
    const isInIndex = typeof sort === (index.numeric ? 'number' : 'string');
    return document && isInIndex ? [{ id, sort: sort as SortValue, document }] : [];
  });
}

function comparePlaces(left: Place, right: Place): number {
  return compareSorts(left.sort, right.sort) || compareTexts(left.id, right.id);
}

function compareSorts(left: SortValue, right: SortValue): number {
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : compareTexts(String(left), String(right));
}
