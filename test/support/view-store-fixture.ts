import type { Position } from '../../api/src/event-sourcing/event.js';
import type { View } from '../../api/src/event-sourcing/projection.js';
import type {
  ViewCommit,
  ViewDeclaration,
  ViewQuery,
  ViewStore,
  ViewWrite,
} from '../../api/src/engine/view-store/view-store.port.js';

/** The fresh view store of a case. */
export interface ViewStoreUnderTest {
  readonly store: ViewStore;
  /** True when a stale commit writes nothing at all; otherwise its up-to-date writes may stay. */
  readonly commitsWhole: boolean;
  /** A second handle to the same documents, as in another process. */
  another(): Promise<ViewStore>;
  /** Closes `store` and reopens the same documents. */
  reopen(): Promise<ViewStore>;
  /** Closes everything and removes the documents. */
  discard(): Promise<void>;
}

/** The documents of the cases. */
export interface Note {
  readonly owner: string;
  readonly at: string;
  readonly open?: boolean;
  readonly text?: string;
  readonly cents?: number | null;
}

const INDEXES = [
  { name: 'byOwner', eq: ['owner'], sort: 'at' },
  { name: 'byState', eq: ['owner', 'open'], sort: 'at' },
  { name: 'byText', eq: ['open'], sort: 'text' },
  { name: 'all', eq: [], sort: 'at' },
  { name: 'byAmount', eq: ['owner'], sort: 'cents', numeric: true },
  { name: 'ofAmount', eq: ['cents'], sort: 'at' },
] as const;

export const notesView: View<Note> = { name: 'note-keeper', evolve: (note) => note };

/** Declares the notes. */
export function notes(version = 1, indexes: ViewDeclaration['indexes'] = INDEXES): ViewDeclaration {
  return { name: notesView.name, version, indexes };
}

/** Positions of the cases sort as their numbers do. */
export function position(number: number): Position {
  return String(number).padStart(20, '0');
}

/** Writes notes of one generation, each at the next position, and tracks checkpoint and positions. */
export class NoteWriter {
  private checkpoint: Position | null = null;
  private readonly positions = new Map<string, Position>();
  private events = 0;

  constructor(
    private readonly store: ViewStore,
    readonly generation: number,
  ) {}

  /** The next batch, not yet committed. */
  batch(documents: Readonly<Record<string, Note | null>>): ViewCommit {
    const writes = Object.entries(documents).map(([id, document]) => this.write(id, document));
    return {
      projection: 'note-keeper',
      generation: this.generation,
      expect: this.checkpoint,
      next: position(this.events),
      writes,
      parked: [],
    };
  }

  async commit(batch: ViewCommit): Promise<void> {
    const outcome = await this.store.commit(batch);
    if (outcome !== 'ok') throw new Error(`a commit was ${outcome}`);
    this.checkpoint = batch.next;
    for (const write of batch.writes) this.positions.set(write.id, write.position);
  }

  async put(documents: Readonly<Record<string, Note | null>>): Promise<void> {
    await this.commit(this.batch(documents));
  }

  /** For ids that object keys would reorder or reject. */
  async putAll(documents: readonly (readonly [string, Note | null])[]): Promise<void> {
    const writes = documents.map(([id, document]) => this.write(id, document));
    await this.commit({ ...this.batch({}), writes });
  }

  private write(id: string, document: Note | null): ViewWrite {
    this.events += 1;
    return { id, document, position: position(this.events), was: this.positions.get(id) ?? null };
  }
}

/** Declares the notes and writes into their first generation, which readers see. */
export async function liveNotes(store: ViewStore): Promise<NoteWriter> {
  await store.declare([notes()]);
  const { building } = await store.generations('note-keeper');
  const writer = new NoteWriter(store, building ?? 0);
  await store.promote('note-keeper', writer.generation);
  return writer;
}

/** Every document of a find, page by page. */
export async function walk(store: ViewStore, query: Omit<ViewQuery, 'cursor'>): Promise<Note[]> {
  const seen: Note[] = [];
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly Note[]; readonly nextCursor: string | null } = await store.find(
      notesView,
      { ...query, ...(cursor === null ? {} : { cursor }) },
    );
    seen.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return seen;
}

/** Texts that a careless store would misinterpret. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '{"$gt":""}',
  '$where',
  '__proto__',
  'constructor',
  `'; DROP TABLE projections; --`,
  `"quoted" and 'quoted'`,
  'a\u0000b',
  'a\u0000c',
  '\u0001',
  '\u0002',
  '\u00021',
  '%_*?[a]',
  'line\nfeed,\n{}',
  '\u2028\u202e\u200b',
  'ñandú',
  'n\u0303andu\u0301',
  '😀',
  '\uffff',
  'x'.repeat(5_000),
];
