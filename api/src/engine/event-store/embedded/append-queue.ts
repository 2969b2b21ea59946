import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { OutcomeUnknown, type Appended, type EventText } from '../event-store.port.js';

/** Most appends waiting for the next group; one more is rejected as unavailable. */
export const APPEND_QUEUE_LIMIT = 10_000;
/** Most events in one group, so that no group holds the event loop for long. */
export const GROUP_EVENT_LIMIT = 512;

/** A waiting append; `expected` is -1 for a new stream. */
export interface WaitingAppend {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly EventText[];
  readonly deadlineMs: number;
}

/** Commits a group and returns the outcome of each of its appends, in order. */
export type CommitGroup = (group: readonly WaitingAppend[]) => Promise<readonly (Appended | Error)[]>;

interface Entry {
  readonly append: WaitingAppend;
  state: 'waiting' | 'committing' | 'completed';
  readonly complete: (outcome: Appended | Error) => void;
}

/** Group commit: everything queued while the last group was synced is committed as the next one. */
export class AppendQueue {
  private readonly queue: Entry[] = [];
  private running: Promise<void> | null = null;

  /** `commit` must not throw. */
  constructor(private readonly commit: CommitGroup) {}

  /** @throws the outcome of `commit`; StoreUnavailable or OutcomeUnknown at its deadline */
  append(append: WaitingAppend): Promise<Appended> {
    if (this.queue.length >= APPEND_QUEUE_LIMIT) {
      return Promise.reject(new StoreUnavailable('Too many appends are waiting for the event log'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => entry.complete(tooLate(entry)), append.deadlineMs);
      const entry: Entry = {
        append,
        state: 'waiting',
        complete(outcome) {
          clearTimeout(timer);
          entry.state = 'completed';
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      };
      this.queue.push(entry);
      this.running ??= this.commitAll();
    });
  }

  /** Resolves when the queue is empty. */
  async drain(): Promise<void> {
    await this.running;
  }

  private async commitAll(): Promise<void> {
    // Appends of the same turn of the event loop belong to the first group.
    await new Promise(setImmediate);
    while (this.queue.length > 0) {
      const group = this.takeGroup();
      const outcomes = await this.commit(group.map((entry) => entry.append));
      group.forEach((entry, index) => {
        entry.complete(outcomes[index] ?? new Error('An append of a group has no outcome'));
      });
    }
    this.running = null;
  }

  private takeGroup(): Entry[] {
    let events = 0;
    let count = 0;
    while (count < this.queue.length && events < GROUP_EVENT_LIMIT) {
      events += this.queue[count]?.append.events.length ?? 0;
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
