import { HeldCalls, settled } from '../../../../../test/support/held-calls.js';
import { WorkQueues } from './work-queues.js';

let slow: HeldCalls;
let fast: HeldCalls;
let stop: AbortController;
let ended: Promise<void>;
let limit: number;
let first: string | null;
/** Keys that another process works. */
let others: Set<string>;

const named = (count: number) => Array.from({ length: count }, (_, index) => `k${index + 1}`);

function started(capacity = 100): WorkQueues<'slow' | 'fast'> {
  const queues = new WorkQueues(
    {
      slow: {
        limit: () => limit,
        goesFirst: (key) => first === null || key === first,
        work: (key) => slow.hold(key, () => undefined),
      },
      fast: { limit: () => 2, work: (key) => fast.hold(key, () => undefined) },
    },
    capacity,
  );
  ended = queues.run(stop.signal, (key) => !others.has(key));
  return queues;
}

beforeEach(() => {
  [slow, fast] = [new HeldCalls(), new HeldCalls()];
  stop = new AbortController();
  limit = 3;
  first = null;
  others = new Set();
});
afterEach(async () => {
  stop.abort();
  while (slow.keys.length + fast.keys.length > 0) {
    await slow.end();
    await fast.end();
  }
  await ended.catch(() => undefined);
});

it('stays full while something waits, however the keys arrive', async () => {
  const queues = started();
  const inProgress: number[] = [];
  for (const key of named(20)) {
    queues.add('slow', key);
    queues.add('slow', `${key} again`);
    await settled();
    if (slow.keys.length === limit) await slow.end();
    inProgress.push(slow.keys.length);
  }
  expect(inProgress.slice(1)).toEqual(Array(19).fill(3));
  expect(slow.most).toBe(3);
});

it('one queue does not wait for another', async () => {
  const queues = started();
  for (const key of named(10)) queues.add('slow', key);
  queues.add('fast', 'other');
  await settled();
  expect(fast.keys).toEqual(['other']);
});

it('a key is in progress once at a time, in any number of queues, and follows when it is added again', async () => {
  const queues = started();
  queues.add('slow', 'k');
  await settled();
  queues.add('slow', 'k');
  queues.add('fast', 'k');
  queues.add('fast', 'other');
  await settled();
  expect([slow.keys, fast.keys]).toEqual([['k'], ['other']]);
  await slow.end();
  expect([...slow.keys, ...fast.keys].filter((key) => key === 'k')).toHaveLength(1);
  await (slow.keys.includes('k') ? slow.end() : fast.end(2));
  expect([...slow.keys, ...fast.keys].filter((key) => key === 'k')).toHaveLength(1);
});

it('a limit that changes applies to what starts next, and a preferred key passes the others', async () => {
  limit = 0;
  const queues = started();
  for (const key of named(4)) queues.add('slow', key);
  await settled();
  expect(slow.keys).toEqual([]);
  [limit, first] = [1, 'k3'];
  queues.fill();
  await settled();
  expect(slow.keys).toEqual(['k3']);
  await slow.end();
  expect(slow.keys).toEqual(['k1']);
});

it('refuses keys above its capacity', async () => {
  limit = 0;
  const queues = started(2);
  expect(named(3).map((key) => queues.add('slow', key))).toEqual([true, true, false]);
  await settled();
  expect(queues.waits('slow', 'k1')).toBe(true);
});

it('drops keys that another process works, also those that waited', async () => {
  const queues = started();
  for (const key of named(5)) queues.add('slow', key);
  others = new Set(['k3', 'k4', 'k6']);
  queues.add('slow', 'k6');
  await settled();
  await slow.end(3);
  expect(slow.keys).toEqual(['k5']);
  others.clear();
  await slow.end();
  expect(slow.keys).toEqual([]);
});

it('a stop starts nothing more and waits for what is in progress; a failure of our stores is reported', async () => {
  const queues = started();
  for (const key of named(5)) queues.add('slow', key);
  await settled();
  let isOver = false;
  const over = ended.catch((error: unknown) => String(error)).finally(() => (isOver = true));
  await slow.end(1, new Error('the store is away'));
  expect([slow.keys, isOver]).toEqual([['k2', 'k3'], false]);
  await slow.end(2);
  expect([await over, slow.keys]).toEqual(['Error: the store is away', []]);
});
