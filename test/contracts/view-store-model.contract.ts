import fc from 'fast-check';
import { compareTexts } from '../../api/src/engine/storage/stored-text.js';
import {
  notes,
  position,
  walk,
  type Note,
  type ViewStoreUnderTest,
  notesView,
} from '../support/view-store-fixture.js';
import type {
  ViewCommit,
  ViewQuery,
  ViewStore,
  ViewWrite,
} from '../../api/src/engine/view-store/view-store.port.js';

interface Held {
  readonly document: Note | null;
  readonly position: string;
}

interface Step {
  readonly changes: readonly (readonly [string, Note | null])[];
  /** What is stale about the batch: nothing, its checkpoint, or one document's position. */
  readonly lie: 'none' | 'checkpoint' | 'document';
}

/** A minimal view store over a Map, which the real one is compared with. */
class Model {
  readonly documents = new Map<string, Held>();
  checkpoint: string | null = null;

  constructor(readonly commitsWhole: boolean) {}

  find({ by, where, from, to, desc = false }: Omit<ViewQuery, 'limit'>): Note[] {
    const sort = SORTED_BY[by] ?? 'at';
    const kind = sort === 'cents' ? 'number' : 'string';
    const matches = (note: Note) =>
      Object.entries(where).every(([field, value]) => note[field as keyof Note] === value) &&
      typeof note[sort] === kind &&
      (from === undefined || compareSorted(note[sort], from) >= 0) &&
      (to === undefined || compareSorted(note[sort], to) < 0);
    const found = [...this.documents].flatMap(([id, { document }]) =>
      document && matches(document) ? [{ id, document }] : [],
    );
    found.sort(
      (left, right) =>
        compareSorted(left.document[sort], right.document[sort]) || compareTexts(left.id, right.id),
    );
    const inOrder = found.map(({ document }) => document);
    return desc ? inOrder.reverse() : inOrder;
  }
}

const SORTED_BY: Readonly<Record<string, 'text' | 'cents'>> = { byText: 'text', byAmount: 'cents' };

function compareSorted(left: unknown, right: unknown): number {
  return typeof left === 'number' ? left - Number(right) : compareTexts(String(left), String(right));
}

/** A small set of values, some hostile, so that documents collide. */
const word = fc.constantFrom(
  '',
  'a',
  'ab',
  'b',
  'a\u0000',
  '\u0001',
  '\u0002',
  "'",
  '"',
  '😀',
  '\uffff',
  '{"$gt":""}',
);
/** Numbers that sort differently as texts, and those that SQLite stores for true, false and none. */
const number = fc.constantFrom(
  -1,
  0,
  1,
  2,
  9,
  10,
  100,
  2 ** 31,
  2 ** 40,
  Number.MAX_SAFE_INTEGER,
  -(2 ** 40),
);
const note: fc.Arbitrary<Note> = fc.record(
  { owner: word, at: word, open: fc.boolean(), text: word, cents: fc.option(number, { freq: 4 }) },
  { requiredKeys: ['owner', 'at'] },
);
const change = fc.tuple(word, fc.option(note, { freq: 4 }));
const step: fc.Arbitrary<Step> = fc.record({
  changes: fc.uniqueArray(change, { maxLength: 8, selector: ([id]) => id }),
  lie: fc.constantFrom('none', 'none', 'none', 'checkpoint', 'document'),
});
const rangeOf = (bound: fc.Arbitrary<string | number>) =>
  fc.record({ from: bound, to: bound, desc: fc.boolean() }, { requiredKeys: [] });
const amounts = fc
  .tuple(word, rangeOf(number))
  .map(([owner, bounds]) => ({ by: 'byAmount', where: { owner }, ...bounds }));
const texts = fc
  .tuple(
    rangeOf(word),
    fc.oneof(
      number.map((cents) => ({ by: 'ofAmount', where: { cents } })),
      word.map((owner) => ({ by: 'byOwner', where: { owner } })),
      fc.tuple(word, fc.boolean()).map(([owner, open]) => ({ by: 'byState', where: { owner, open } })),
      fc.boolean().map((open) => ({ by: 'byText', where: { open } })),
      fc.constant({ by: 'all', where: {} }),
    ),
  )
  .map(([bounds, index]) => ({ ...index, ...bounds }));
const question: fc.Arbitrary<Omit<ViewQuery, 'limit' | 'cursor'>> = fc.oneof(
  { weight: 3, arbitrary: texts },
  { weight: 1, arbitrary: amounts },
);

/** The batch of a step, stale in the requested way. */
function batchOf(model: Model, { changes, lie }: Step): ViewCommit {
  const start = Number(model.checkpoint ?? 0);
  const writes = changes.map(([id, document], place): ViewWrite => {
    const was = model.documents.get(id)?.position ?? null;
    return { id, document, position: position(start + place + 1), was };
  });
  const last = writes.at(-1);
  if (lie === 'document' && last) writes[writes.length - 1] = { ...last, was: last.was ? null : position(1) };
  const expect = lie === 'checkpoint' ? position(start + 1) : model.checkpoint;
  const next = position(start + writes.length + 1);
  return { projection: 'note-keeper', generation: 1, expect, next, writes, parked: [] };
}

/** Commits a step to both and compares the store's result with the model. */
async function commit(store: ViewStore, model: Model, asked: Step): Promise<void> {
  const { lie, changes } = asked;
  const batch = batchOf(model, asked);
  const isLie = lie === 'checkpoint' || (lie === 'document' && changes.length > 0);
  expect(await store.commit(batch)).toBe(isLie ? 'stale' : 'ok');
  if (lie === 'checkpoint' || (isLie && model.commitsWhole)) return;
  const truths = isLie ? batch.writes.slice(0, -1) : batch.writes;
  for (const { id, document, position: at } of truths) {
    model.documents.set(id, { document: document as Note | null, position: at });
  }
  if (!isLie) model.checkpoint = batch.next;
}

async function compare(
  store: ViewStore,
  model: Model,
  questions: readonly Omit<ViewQuery, 'limit' | 'cursor'>[],
): Promise<void> {
  for (const [id, { document }] of model.documents) expect(await store.get(notesView, id)).toEqual(document);
  for (const asked of questions) {
    const expected = model.find(asked);
    for (const limit of [1, 3, 100]) expect(await walk(store, { ...asked, limit })).toEqual(expected);
  }
}

async function scanned(store: ViewStore, generation: number): Promise<[string, Held][]> {
  const documents: [string, Held][] = [];
  for await (const { id, ...held } of store.scan('note-keeper', generation))
    documents.push([id, held as Held]);
  return documents;
}

/**
 * Compares a view store with the model under arbitrary commits and queries. Where a stale commit is not atomic, its
 * up-to-date writes stay and the checkpoint does not move.
 */
export function modelCases(name: string, open: () => Promise<ViewStoreUnderTest>, runs: number): void {
  describe(`the view store behaves like a plain map: ${name}`, () => {
    it.each(['live', 'building'])('after any commits into a %s generation', async (kind) => {
      const property = fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(question, { minLength: 1, maxLength: 8 }),
        async (steps, questions) => {
          const under = await open();
          const { store } = under;
          const model = new Model(under.commitsWhole);
          try {
            await store.declare([notes()]);
            if (kind === 'live') await store.promote('note-keeper', 1);
            for (const each of steps) {
              await commit(store, model, each);
              const read = await store.getMany('note-keeper', 1, [...model.documents.keys()]);
              expect(read).toEqual(model.documents);
            }
            const inOrder = [...model.documents].sort(([left], [right]) => compareTexts(left, right));
            expect(await scanned(store, 1)).toEqual(inOrder);
            expect(await store.checkpoint('note-keeper', 1)).toBe(model.checkpoint);
            await store.promote('note-keeper', 1);
            await compare(store, model, questions);
          } finally {
            await under.discard();
          }
        },
      );
      await fc.assert(property, { numRuns: runs });
    });
  });
}
