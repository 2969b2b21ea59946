import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NoteWriter, notes, position, type Note } from '../../../../../test/support/view-store-fixture.js';
import { openEmbeddedViewStore } from './embedded-view-store.js';
import type { ViewStore } from '../view-store.port.js';

const NAMES = ['note-keeper', 'other-keeper', 'third-keeper', 'fourth-keeper'] as const;
const january: Note = { owner: 'ann', at: '2026-01', open: true, text: 'first', cents: 1 };

let folder: string;
let store: ViewStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flip-commits-'));
  store = openEmbeddedViewStore(join(folder, 'views.db'));
  await store.declare(NAMES.map((name) => ({ ...notes(), name })));
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const batchOf = (projection: string, note: Note = january) => ({
  ...new NoteWriter(store, 1).batch({ a: note }),
  projection,
});

/** What became of commits that began together: the outcome, or the message of the error. */
const outcomesOf = (commits: readonly Promise<string>[]) =>
  Promise.all(commits.map((commit) => commit.catch((error: unknown) => String(error))));

const checkpoints = () => Promise.all(NAMES.map((name) => store.checkpoint(name, 1)));

it('stores the batches of several views that come at once', async () => {
  expect(await outcomesOf(NAMES.map((name) => store.commit(batchOf(name))))).toEqual([
    'ok',
    'ok',
    'ok',
    'ok',
  ]);
  expect(await checkpoints()).toEqual(NAMES.map(() => position(1)));
  const held = await Promise.all(NAMES.map((name) => store.getMany(name, 1, ['a'])));
  expect(held.map((documents) => documents.get('a')?.document)).toEqual(NAMES.map(() => january));
});

it('keeps what is wrong with one batch from the others', async () => {
  const [first, second, third, fourth] = NAMES;
  await store.commit(batchOf(third));
  const unfit = { ...january, owner: {} } as unknown as Note;
  const outcomes = await outcomesOf([
    store.commit(batchOf(first)),
    store.commit(batchOf(second, unfit)),
    store.commit({ ...batchOf(third), next: position(9) }),
    store.commit(batchOf(fourth)),
  ]);
  expect(outcomes).toEqual(['ok', expect.stringContaining('owner'), 'stale', 'ok']);
  expect(await checkpoints()).toEqual([position(1), null, position(1), position(1)]);
});

it('stores the batches of two generations of one view that come at once', async () => {
  const [name] = NAMES;
  await store.promote(name, 1);
  const next = await store.begin(name);
  const batch = batchOf(name);
  const commits = [store.commit(batch), store.commit({ ...batch, generation: next })];
  expect(await outcomesOf(commits)).toEqual(['ok', 'ok']);
  expect(await store.checkpoint(name, 1)).toBe(position(1));
  expect(await store.checkpoint(name, next)).toBe(position(1));
});

it('refuses every batch that waits when the store is closed', async () => {
  const closing = store.close();
  const outcomes = await outcomesOf(NAMES.map((name) => store.commit(batchOf(name))));
  for (const outcome of outcomes) expect(outcome).toContain('closed');
  await closing;
});
