import { StoreUnavailable } from '../../config/store-unavailable.js';
import { OutcomeUnknown, type Appended } from '../event-store.port.js';

/** Most appends that wait for the next group; one more is answered as unavailable. */
export const APPEND_QUEUE_LIMIT = 10_000;
/** Most events in one group, so that no group holds the event loop for long. */
export const GROUP_EVENT_LIMIT = 512;

/** How exactly deadlines are kept. */
const DEADLINE_SWEEP_MS = 50;

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

interface Entry {
  readonly append: WaitingAppend;
  readonly deadlineAtMs: number;
  state: 'waiting' | 'committing' | 'settled';
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

/** Group commit: everything that queued while the last group was synced goes in the next one. */
export class AppendQueue {
  private readonly queue: Entry[] = [];
  private committing: readonly Entry[] = [];
  private running: Promise<void> | null = null;
  private sweeping = false;

  /** `commit` must not throw. */
  constructor(private readonly commit: CommitGroup) {}

  /** @throws what `commit` answers for it; StoreUnavailable or OutcomeUnknown at its deadline */
  append(append: WaitingAppend): Promise<Appended> {
    if (this.queue.length >= APPEND_QUEUE_LIMIT) {
      return Promise.reject(new StoreUnavailable('Too many appends wait for the event log'));
    }
    return new Promise((resolve, reject) => {
      const deadlineAtMs = performance.now() + append.deadlineMs;
      this.queue.push({ append, deadlineAtMs, state: 'waiting', resolve, reject });
      this.running ??= this.commitAll();
      this.sweepLater();
    });
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    await this.running;
  }

  /**
   * Of a group that is done, so many are answered first that, with what they ask next, half of all wait for the next
   * group; the others decide while that one is synced. Answered at once, all would decide while the disk rests, and
   * then wait for it together.
   */
  private async commitAll(): Promise<void> {
    // What else is asked for in this turn of the event loop belongs to the first group.
    await new Promise(setImmediate);
    let answerOthers = () => {};
    while (this.queue.length > 0) {
      this.committing = this.takeGroup();
      const group = this.committing;
      const committed = this.commit(group.map((entry) => entry.append));
      answerOthers();
      const outcomes = await committed;
      const waiting = this.queue.length;
      const first = Math.max(0, Math.ceil((group.length + waiting) / 2) - waiting);
      settleAll(group.slice(0, first), outcomes);
      if (first > 0 && first < group.length) await new Promise(setImmediate);
      answerOthers = () => {
        settleAll(group.slice(first), outcomes.slice(first));
      };
    }
    answerOthers();
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

  /** One timer for all: a timer for each append would cost more than the append. */
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

function settleAll(entries: readonly Entry[], outcomes: readonly (Appended | Error)[]): void {
  entries.forEach((entry, index) => {
    settle(entry, outcomes[index] ?? new Error('An append of a group was not answered'));
  });
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
