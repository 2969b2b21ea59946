import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { compareTexts } from '../stored-text.js';
import { notes, position, walk, type Note } from './contract-fixture.contract.js';
import { openEmbeddedViewStore } from './embedded.js';
import type { ViewQuery, ViewStore, ViewWrite } from './view-store.port.js';

const RUNS = process.env.FLIP_TEST_SCALE === 'full' ? 500 : 40;

interface Held {
  readonly document: Note | null;
  readonly position: string;
}

interface Step {
  readonly changes: readonly (readonly [string, Note | null])[];
  /** Whom the batch lies about: nobody, its checkpoint, or one document's position. */
  readonly lie: 'none' | 'checkpoint' | 'document';
}

/** The view store as a few lines over a Map: what the real one is held against. */
class Model {
  readonly documents = new Map<string, Held>();
  checkpoint: string | null = null;

  find({ by, where, from = '', to, desc = false }: Omit<ViewQuery, 'limit'>): Note[] {
    const sort = by === 'byText' ? 'text' : 'at';
    const matches = (note: Note) =>
      Object.entries(where).every(([field, value]) => note[field as keyof Note] === value) &&
      note[sort] !== undefined &&
      compareTexts(note[sort], from) >= 0 &&
      (to === undefined || compareTexts(note[sort], to) < 0);
    const found = [...this.documents].flatMap(([id, { document }]) =>
      document && matches(document) ? [{ id, document }] : [],
    );
    found.sort(
      (left, right) =>
        compareTexts(left.document[sort] ?? '', right.document[sort] ?? '') ||
        compareTexts(left.id, right.id),
    );
    const inOrder = found.map(({ document }) => document);
    return desc ? inOrder.reverse() : inOrder;
  }
}

/** Few values, so that documents meet; some of them hostile. */
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
const note: fc.Arbitrary<Note> = fc.record(
  { owner: word, at: word, open: fc.boolean(), text: word },
  { requiredKeys: ['owner', 'at'] },
);
const change = fc.tuple(word, fc.option(note, { freq: 4 }));
const step: fc.Arbitrary<Step> = fc.record({
  changes: fc.uniqueArray(change, { maxLength: 8, selector: ([id]) => id }),
  lie: fc.constantFrom('none', 'none', 'none', 'checkpoint', 'document'),
});
const range = fc.record({ from: word, to: word, desc: fc.boolean() }, { requiredKeys: [] });
const question: fc.Arbitrary<Omit<ViewQuery, 'limit' | 'cursor'>> = fc
  .tuple(
    range,
    fc.oneof(
      word.map((owner) => ({ by: 'byOwner', where: { owner } })),
      fc.tuple(word, fc.boolean()).map(([owner, open]) => ({ by: 'byState', where: { owner, open } })),
      fc.boolean().map((open) => ({ by: 'byText', where: { open } })),
      fc.constant({ by: 'all', where: {} }),
    ),
  )
  .map(([bounds, index]) => ({ ...index, ...bounds }));

/** Commits a step to both and holds the answer of the store against what the model knows. */
async function commit(store: ViewStore, model: Model, { changes, lie }: Step): Promise<void> {
  const start = Number(model.checkpoint ?? 0);
  const writes = changes.map(([id, document], place): ViewWrite => {
    const was = model.documents.get(id)?.position ?? null;
    return { id, document, position: position(start + place + 1), was };
  });
  const isLie = lie === 'checkpoint' || (lie === 'document' && writes.length > 0);
  const last = writes.at(-1);
  if (lie === 'document' && last) writes[writes.length - 1] = { ...last, was: last.was ? null : position(1) };
  const next = position(start + writes.length + 1);
  const outcome = await store.commit({
    projection: 'note-keeper',
    generation: 1,
    expect: lie === 'checkpoint' ? position(start + 1) : model.checkpoint,
    next,
    writes,
    parked: [],
  });
  expect(outcome).toBe(isLie ? 'stale' : 'ok');
  if (isLie) return;
  changes.forEach(([id, document], place) => {
    model.documents.set(id, { document, position: writes[place]?.position ?? '' });
  });
  model.checkpoint = next;
}

async function compare(
  store: ViewStore,
  model: Model,
  questions: readonly Omit<ViewQuery, 'limit' | 'cursor'>[],
): Promise<void> {
  for (const [id, { document }] of model.documents) expect(await store.get('notes', id)).toEqual(document);
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

describe('the embedded view store answers as a plain map would', () => {
  it.each(['live', 'building'])(
    'after any commits into a %s generation',
    async (kind) => {
      const folder = await mkdtemp(join(tmpdir(), 'flip-model-'));
      let run = 0;
      const property = fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(question, { minLength: 1, maxLength: 8 }),
        async (steps, questions) => {
          run += 1;
          const store = openEmbeddedViewStore(join(folder, `views-${run}.db`));
          const model = new Model();
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
            await store.close();
          }
        },
      );
      await fc.assert(property, { numRuns: RUNS });
      await rm(folder, { recursive: true });
    },
    120_000,
  );
});
