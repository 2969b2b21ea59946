import { OutcomeUnknown, StoreUnavailable, type Appended } from './event-store.port.js';

/** Most appends that wait for the next group; one more is answered as unavailable. */
export const APPEND_QUEUE_LIMIT = 10_000;
/** Most events in one group, so that no group holds the event loop for long. */
export const GROUP_EVENT_LIMIT = 512;

/** An event as text, ready for its row. */
export interface EventText {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** One append that waits; `expected` -1 stands for a stream not there yet. */
export interface WaitingAppend {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly EventText[];
  readonly deadlineMs: number;
}

/** What became of each append of a group, in its order. */
export type CommitGroup = (group: readonly WaitingAppend[]) => Promise<readonly (Appended | Error)[]>;

interface Entry extends WaitingAppend {
  state: 'waiting' | 'committing' | 'settled';
  readonly settle: (outcome: Appended | Error) => void;
}

/** Group commit: everything that queued while the last group was synced goes in the next one. */
export class AppendQueue {
  private readonly queue: Entry[] = [];
  private running: Promise<void> | null = null;

  /** `commit` must not throw. */
  constructor(private readonly commit: CommitGroup) {}

  /** @throws what `commit` answers for it; StoreUnavailable or OutcomeUnknown at its deadline */
  append(waiting: WaitingAppend): Promise<Appended> {
    if (this.queue.length >= APPEND_QUEUE_LIMIT) {
      return Promise.reject(new StoreUnavailable('Too many appends wait for the event log'));
    }
    return new Promise((resolve, reject) => {
      const settle = (outcome: Appended | Error) => {
        clearTimeout(timer);
        entry.state = 'settled';
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      const entry: Entry = { ...waiting, state: 'waiting', settle };
      const timer = setTimeout(() => {
        settle(tooLate(entry));
      }, waiting.deadlineMs);
      this.queue.push(entry);
      this.running ??= this.commitAll();
    });
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    await this.running;
  }

  private async commitAll(): Promise<void> {
    // What else is asked for in this turn of the event loop belongs to the first group.
    await new Promise(setImmediate);
    while (this.queue.length > 0) {
      const group = this.takeGroup();
      const outcomes = await this.commit(group);
      for (const [index, entry] of group.entries()) {
        const outcome = outcomes[index] ?? new Error('An append of a group was not answered');
        if (entry.state === 'committing') entry.settle(outcome);
      }
    }
    this.running = null;
  }

  private takeGroup(): Entry[] {
    let events = 0;
    let count = 0;
    while (count < this.queue.length && events < GROUP_EVENT_LIMIT) {
      events += this.queue[count]?.events.length ?? 0;
      count += 1;
    }
    const group = this.queue.splice(0, count).filter((entry) => entry.state === 'waiting');
    for (const entry of group) entry.state = 'committing';
    return group;
  }
}

function tooLate(entry: Entry): Error {
  return entry.state === 'waiting'
    ? new StoreUnavailable('The append waited too long for its turn')
    : new OutcomeUnknown('The event log did not answer in time');
}
