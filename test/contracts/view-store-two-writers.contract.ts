import fc from 'fast-check';
import type { Position } from '../../api/src/event-sourcing/event.js';
import { ModelCommand } from '../support/model-command.js';
import { StoreUnavailable } from '../../api/src/engine/storage/store-unavailable.js';
import { BEGINNING } from '../../api/src/engine/event-store/event-store.port.js';
import { notes, position, walk, type Note } from '../support/view-store-fixture.js';
import { InMemoryViews, openInMemoryViewStore } from '../support/in-memory-view-store.js';
import type { ViewCommit, ViewStore, ViewWrite } from '../../api/src/engine/view-store/view-store.port.js';

const PROJECTION = 'note-keeper';
const WRITERS = 2;
const COMMAND_LIMIT = 14;
/** How often a stale or interrupted batch is folded again. */
const FOLD_LIMIT = 20;

/** Views shared by two writers, and the faults they can have. */
export interface TroubledViewStore {
  /** Faults during a commit. */
  readonly troubles: readonly string[];
  writer(place: number): ViewStore;
  /** Empty views for the next run. */
  renew(): Promise<void>;
  /** Closes and reopens, with nothing declared yet. */
  reopen(): Promise<void>;
  /** Commits during a fault that then ends, with any outcome of the commit; may reopen. */
  commitAmid(trouble: string, commit: () => Promise<unknown>): Promise<void>;
}

/** One event of the log: a word added to a note, or the note's deletion. */
interface WordEvent {
  readonly position: Position;
  readonly id: string;
  readonly word: string;
}

/** The log, and the reference folded from it. */
class Model {
  readonly log: WordEvent[] = [];
  readonly store = openInMemoryViewStore(new InMemoryViews());
  live = 1;
  building: number | null = null;
  readonly left: number[] = [];

  add(words: readonly Omit<WordEvent, 'position'>[]): void {
    for (const word of words) this.log.push({ ...word, position: position(this.log.length + 1) });
  }
}

class Run {
  lastBatch: ViewCommit | null = null;

  constructor(readonly subject: TroubledViewStore) {}

  /** Folds the events that one writer has not seen yet, and retries a stale batch. */
  async catchUp(model: Model, writer: number, generation: number): Promise<void> {
    for (let fold = 0; fold < FOLD_LIMIT; fold += 1) {
      const batch = await nextBatch(this.subject.writer(writer), model.log, generation);
      if (batch === null) return;
      this.lastBatch = batch;
      await this.subject.writer(writer).commit(batch);
    }
    throw new Error('a writer never caught up');
  }

  async expectSame(model: Model): Promise<void> {
    const ids = [...new Set(model.log.map(({ id }) => id))];
    for (const generation of [model.live, model.building, ...model.left].filter((one) => one !== null)) {
      const [store, reference] = [this.subject.writer(0), model.store];
      expect(await store.getMany(PROJECTION, generation, ids)).toEqual(
        await reference.getMany(PROJECTION, generation, ids),
      );
      expect(await store.checkpoint(PROJECTION, generation)).toBe(
        await reference.checkpoint(PROJECTION, generation),
      );
      // Events parked in an abandoned generation are useless: a store may forget them.
      if (model.left.includes(generation)) continue;
      expect(await store.parked(PROJECTION, generation)).toEqual(
        await reference.parked(PROJECTION, generation),
      );
    }
    expect(await this.subject.writer(1).generations(PROJECTION)).toEqual(
      await model.store.generations(PROJECTION),
    );
  }

  async expectSameAnswers(model: Model): Promise<void> {
    for (const query of QUESTIONS) {
      const expected = await walk(model.store, query);
      expect(await walk(this.subject.writer(0), query)).toEqual(expected);
    }
  }
}

const QUESTIONS = [
  { by: 'all', where: {}, limit: 2 },
  { by: 'byOwner', where: { owner: 'a' }, desc: true, limit: 3 },
  { by: 'byText', where: { open: true }, from: 'x', limit: 1 },
];

class Command extends ModelCommand<Model, Run> {}

const writer = fc.nat(WRITERS - 1);
const words = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b', 'c'), word: fc.constantFrom('x', 'y', 'z', 'gone', 'poison') }),
  { minLength: 1, maxLength: 5 },
);

const commit = fc.record({ writer, words }).map(
  (asked) =>
    new Command(`writer ${asked.writer} folds ${textOf(asked.words)}`, async (model, run) => {
      model.add(asked.words);
      await run.catchUp(model, asked.writer, model.live);
      await catchUpReference(model, model.live);
    }),
);

const again = writer.map(
  (by) =>
    new Command(`writer ${by} commits the last batch again`, async (_, { subject, lastBatch }) => {
      if (lastBatch) expect(await subject.writer(by).commit(lastBatch)).toBe('stale');
    }),
);

const superseded = fc.record({ writer, words, isAtDocument: fc.boolean() }).map((asked) => {
  const place = asked.isAtDocument ? 'a document' : 'the checkpoint';
  const text = `writer ${asked.writer} folds ${textOf(asked.words)} but is wrong about ${place}, and folds again`;
  return new Command(text, async (model, run) => {
    model.add(asked.words);
    const batch = await nextBatch(run.subject.writer(asked.writer), model.log, model.live);
    if (!batch) throw new Error('there is something to fold');
    const [first, ...others] = batch.writes;
    const wrong = position(0);
    const isAtDocument = asked.isAtDocument && first !== undefined;
    const lie = isAtDocument ? { writes: [{ ...first, was: wrong }, ...others] } : { expect: wrong };
    expect(await run.subject.writer(asked.writer).commit({ ...batch, ...lie })).toBe('stale');
    expect(await model.store.commit({ ...batch, ...lie })).toBe('stale');
    expect(await run.subject.writer(0).checkpoint(PROJECTION, model.live)).toBe(batch.expect);
    await run.catchUp(model, asked.writer, model.live);
    await catchUpReference(model, model.live);
  });
});

const twoAtOnce = words.map(
  (added) =>
    new Command(`two writers at once fold ${textOf(added)}`, async (model, run) => {
      model.add(added);
      await Promise.all([0, 1].map((by) => run.catchUp(model, by, model.live)));
      await catchUpReference(model, model.live);
    }),
);

function amidTrouble(trouble: string) {
  return fc.record({ writer, words }).map((asked) => {
    const text = `writer ${asked.writer} folds ${textOf(asked.words)} amid "${trouble}", and the other goes on`;
    return new Command(text, async (model, run) => {
      model.add(asked.words);
      const batch = await nextBatch(run.subject.writer(asked.writer), model.log, model.live);
      if (!batch) throw new Error('there is something to fold');
      await run.subject.commitAmid(trouble, () => run.subject.writer(asked.writer).commit(batch));
      await declare(model, run);
      await run.catchUp(model, 1 - asked.writer, model.live);
      await catchUpReference(model, model.live);
    });
  });
}

const reopen = fc.constant(
  new Command('close and open again', async (model, run) => {
    await run.subject.reopen();
    await declare(model, run);
  }),
);

const begin = fc.constant(
  new Command('begin the next generation, and fold the log into it', async (model, run) => {
    const store = run.subject.writer(0);
    const generation = await store.begin(PROJECTION);
    expect(generation).toBe(await model.store.begin(PROJECTION));
    model.building = generation;
    await run.catchUp(model, 0, generation);
    await catchUpReference(model, generation);
  }),
);

const promote = fc.constant(
  new Command(
    'promote the next generation',
    async (model, run) => {
      const { building, live } = model;
      if (building === null) throw new Error('a generation is being built');
      await run.catchUp(model, 0, building);
      await catchUpReference(model, building);
      for (const store of [run.subject.writer(0), model.store]) await store.promote(PROJECTION, building);
      model.left.push(live);
      Object.assign(model, { live: building, building: null });
      run.lastBatch = null;
      await run.expectSameAnswers(model);
    },
    ({ building }) => building !== null,
  ),
);

const drop = fc.constant(
  new Command(
    'drop the generation before',
    async (model, run) => {
      const generation = model.left.pop() ?? 0;
      for (const store of [run.subject.writer(0), model.store]) {
        await store.drop(PROJECTION, generation);
        expect(await store.checkpoint(PROJECTION, generation)).toBeNull();
      }
    },
    ({ left }) => left.length > 0,
  ),
);

const ask = fc.constant(new Command('ask every question', (model, run) => run.expectSameAnswers(model)));

/** Runs arbitrary commands on the views and the reference: results and contents are equal. */
export async function expectSameAsReference(subject: TroubledViewStore, numRuns: number): Promise<void> {
  const troubled = fc.oneof(...subject.troubles.map(amidTrouble));
  const steps = fc.commands(
    [commit, commit, again, superseded, twoAtOnce, troubled, reopen, begin, promote, drop, ask],
    { maxCommands: COMMAND_LIMIT },
  );
  const property = fc.asyncProperty(steps, async (commands) => {
    const [model, real] = [new Model(), new Run(subject)];
    await subject.renew();
    await declare(model, real);
    for (const store of [subject.writer(0), model.store]) await store.promote(PROJECTION, 1);
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await real.expectSameAnswers(model);
  });
  await fc.assert(property, { numRuns });
}

/** The startup of a process; abandoned generations are dropped. */
async function declare(model: Model, { subject }: Run): Promise<void> {
  for (const store of [subject.writer(0), subject.writer(1), model.store]) await store.declare([notes()]);
  model.left.length = 0;
}

async function catchUpReference({ store, log }: Model, generation: number): Promise<void> {
  const batch = await nextBatch(store, log, generation);
  if (batch) expect(await store.commit(batch)).toBe('ok');
}

/** The next batch as a runner builds it: events at or before a document's position are already applied. Null at the log's end. */
async function nextBatch(
  store: ViewStore,
  log: readonly WordEvent[],
  generation: number,
): Promise<ViewCommit | null> {
  const checkpoint = await store.checkpoint(PROJECTION, generation);
  const events = log.filter((event) => event.position > (checkpoint ?? BEGINNING));
  const next = events.at(-1)?.position;
  if (next === undefined) return null;
  const ids = [...new Set(events.map(({ id }) => id))];
  const held = await store.getMany<Note>(PROJECTION, generation, ids);
  const writes = ids.flatMap((id): ViewWrite[] => {
    const was = held.get(id)?.position ?? null;
    const due = events.filter((event) => event.id === id && event.word !== 'poison');
    const newEvents = due.filter((event) => event.position > (was ?? BEGINNING));
    const last = newEvents.at(-1);
    if (!last) return [];
    const document = newEvents.reduce<Note | null>(folded, held.get(id)?.document ?? null);
    return [{ id, document, position: last.position, was }];
  });
  const poison = events.filter(({ word }) => word === 'poison');
  const parked = poison.map((event) => ({
    position: event.position,
    stream: event.id,
    keys: [event.id],
    reason: 'it is poison',
  }));
  return { projection: PROJECTION, generation, expect: checkpoint, next, writes, parked };
}

function folded(note: Note | null, { id, word }: WordEvent): Note | null {
  if (word === 'gone') return null;
  return { owner: id, at: `2026-0${word.length}`, open: true, text: (note?.text ?? '') + word };
}

function textOf(added: readonly Omit<WordEvent, 'position'>[]): string {
  return added.map(({ id, word }) => `${id}:${word}`).join(' ');
}

/** True when a commit was interrupted, the only acceptable error. */
export async function isCutOff(committing: Promise<unknown>): Promise<boolean> {
  try {
    await committing;
    return false;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return true;
  }
}
