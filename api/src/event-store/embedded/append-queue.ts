import { StoreUnavailable } from '../../config/store-unavailable.js';
import { OutcomeUnknown, type Appended, type EventText } from '../event-store.port.js';

/** Most appends waiting for the next group; one more is rejected as unavailable. */
export const APPEND_QUEUE_LIMIT = 10_000;
/** Most events in one group, so that no group holds the event loop for long. */
export const GROUP_EVENT_LIMIT = 512;

/** Precision of deadlines. */
const DEADLINE_SWEEP_MS = 50;

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
  readonly deadlineAtMs: number;
  state: 'waiting' | 'committing' | 'settled';
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

/** Group commit: everything queued while the last group was synced is committed as the next one. */
export class AppendQueue {
  private readonly queue: Entry[] = [];
  private committing: readonly Entry[] = [];
  private running: Promise<void> | null = null;
  private sweeping = false;

  /** `commit` must not throw. */
  constructor(private readonly commit: CommitGroup) {}

  /** @throws the outcome of `commit`; StoreUnavailable or OutcomeUnknown at its deadline */
  append(append: WaitingAppend): Promise<Appended> {
    if (this.queue.length >= APPEND_QUEUE_LIMIT) {
      return Promise.reject(new StoreUnavailable('Too many appends are waiting for the event log'));
    }
    return new Promise((resolve, reject) => {
      const deadlineAtMs = performance.now() + append.deadlineMs;
      this.queue.push({ append, deadlineAtMs, state: 'waiting', resolve, reject });
      this.running ??= this.commitAll();
      this.sweepLater();
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
      this.committing = this.takeGroup();
      const outcomes = await this.commit(this.committing.map((entry) => entry.append));
      this.committing.forEach((entry, index) => {
        settle(entry, outcomes[index] ?? new Error('An append of a group has no outcome'));
      });
    }
    this.committing = [];
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

  /** One timer for all appends: one each would cost more than the append. */
  private sweepLater(): void {
    if (this.sweeping) return;
    this.sweeping = true;
    setTimeout(() => {
      this.sweeping = false;
      const now = performance.now();
      for (const entry of [...this.committing, ...this.queue]) {
        if (now >= entry.deadlineAtMs) settle(entry, tooLate(entry));
      }
      if (this.running) this.sweepLater();
    }, DEADLINE_SWEEP_MS);
  }
}

function settle(entry: Entry, outcome: Appended | Error): void {
  if (entry.state === 'settled') return;
  entry.state = 'settled';
  if (outcome instanceof Error) entry.reject(outcome);
  else entry.resolve(outcome);
}

function tooLate(entry: Entry): Error {
  return entry.state === 'waiting'
    ? new StoreUnavailable('The append waited too long for its turn')
    : new OutcomeUnknown('The event log did not answer in time');
}
