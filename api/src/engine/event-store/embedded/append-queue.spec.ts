import {
  APPEND_QUEUE_LIMIT,
  AppendQueue,
  GROUP_EVENT_LIMIT,
  type CommitGroup,
  type WaitingAppend,
} from './append-queue.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { OutcomeUnknown } from '../event-store.port.js';

const event = { id: 'i', type: 't', data: '{}', metadata: '{}' };
const waiting = (stream: string, deadlineMs = 60_000, events = 1): WaitingAppend => ({
  stream,
  expected: -1,
  events: Array.from({ length: events }, () => event),
  deadlineMs,
});
const answer = { revision: 0n, position: '1' };

/** A disk that syncs only when the test calls sync(). */
function slowDisk() {
  const groups: string[][] = [];
  const syncs: (() => void)[] = [];
  const commit: CommitGroup = async (group) => {
    groups.push(group.map((append) => append.stream));
    await new Promise<void>((resolve) => syncs.push(resolve));
    return group.map(() => answer);
  };
  const sync = async () => {
    while (syncs.length === 0) await new Promise(setImmediate);
    syncs.shift()?.();
    await new Promise(setImmediate);
  };
  return { groups, sync, queue: new AppendQueue(commit) };
}

describe('group commit', () => {
  it('commits everything queued during a sync as one group', async () => {
    const { groups, sync, queue } = slowDisk();
    const first = queue.append(waiting('a'));
    await new Promise(setImmediate);
    const others = ['b', 'c', 'd'].map((stream) => queue.append(waiting(stream)));
    await sync();
    await first;
    await sync();
    await Promise.all(others);
    expect(groups).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('commits appends of one turn together, in groups within the limit', async () => {
    const { groups, sync, queue } = slowDisk();
    const asked = ['a', 'b', 'c'].map((stream) =>
      queue.append(waiting(stream, 60_000, GROUP_EVENT_LIMIT / 2)),
    );
    await sync();
    await sync();
    await Promise.all(asked);
    expect(groups).toEqual([['a', 'b'], ['c']]);
  });

  it('acknowledges nothing before its group is committed', async () => {
    const { sync, queue } = slowDisk();
    let answered = false;
    const asked = queue.append(waiting('a')).then(() => (answered = true));
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(answered).toBe(false);
    await sync();
    await asked;
  });

  it('rejects an append that waited too long as not stored, and never stores it later', async () => {
    const { groups, sync, queue } = slowDisk();
    const first = queue.append(waiting('a'));
    await new Promise(setImmediate);
    await expect(queue.append(waiting('late', 1))).rejects.toBeInstanceOf(StoreUnavailable);
    const next = queue.append(waiting('b'));
    await sync();
    await sync();
    await Promise.all([first, next]);
    expect(groups).toEqual([['a'], ['b']]);
  });

  it('reports an unknown outcome when the disk takes too long', async () => {
    const { sync, queue } = slowDisk();
    await expect(queue.append(waiting('a', 5))).rejects.toBeInstanceOf(OutcomeUnknown);
    await sync();
    await queue.drain();
  });

  it('is drained only once every append it accepted is stored', async () => {
    const { sync, queue } = slowDisk();
    let stored = 0;
    const asked = ['a', 'b'].map((stream) => queue.append(waiting(stream)).then(() => (stored += 1)));
    const drained = queue.drain().then(() => stored);
    await sync();
    await Promise.all(asked);
    expect(await drained).toBe(2);
  });

  it('rejects appends over its limit', async () => {
    const { sync, queue } = slowDisk();
    const asked = Array.from({ length: APPEND_QUEUE_LIMIT }, () => queue.append(waiting('a')));
    await expect(queue.append(waiting('a'))).rejects.toBeInstanceOf(StoreUnavailable);
    for (let events = 0; events < APPEND_QUEUE_LIMIT; events += GROUP_EVENT_LIMIT) await sync();
    await Promise.all(asked);
  });
});
