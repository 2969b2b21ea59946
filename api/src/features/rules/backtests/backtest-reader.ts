import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { BEGINNING } from '../../../engine/event-store/event-store.port.js';
import { untilQuiet } from '../../../engine/waiting/quiet.js';
import {
  addToBacktest,
  askedSinceMs,
  BACKTEST_PREFIXES,
  isAsked,
  startedBacktest,
  type BacktestQuestion,
} from './backtest.rules.js';
import { resultOf, type StoredResult } from './backtest-result.rules.js';

/** How long events are read at a stretch: what another request waits at most, each time it needs the process. */
const SLICE_MS = 2;
/** The longest rest between two slices: a backtest continues in a busy process too. */
const LONGEST_REST_MS = 50;

/** Reads the log for backtests, in slices between which others are served; all backtests of a process share them. */
@Injectable()
export class BacktestReader {
  private turn = Promise.resolve();

  constructor(
    private readonly log: EncryptedEventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Everything recorded up to now that can count: from the period on, unless a condition reads the whole past. `passed` gets
   * the part that was read, from 0 to 1, after each page.
   * @throws the reason of `signal`, StoreUnavailable
   */
  async read(
    question: BacktestQuestion,
    { signal, passed }: { readonly signal: AbortSignal; readonly passed: (share: number) => Promise<void> },
  ): Promise<StoredResult> {
    const head = await this.log.head();
    const state = startedBacktest(question);
    let unreadable = 0;
    let sliceSinceMs = performance.now();
    // An attempt is made before it is recorded, and an alert is raised after its attempt.
    const sinceMs = askedSinceMs(state);
    const after = sinceMs === null ? BEGINNING : await this.log.positionBefore(sinceMs);
    const follow = { after, prefixes: BACKTEST_PREFIXES, signal };
    for await (const { events, through } of this.log.followStored(follow)) {
      for (const stored of events) {
        if (performance.now() - sliceSinceMs >= SLICE_MS) {
          await this.rest();
          sliceSinceMs = performance.now();
        }
        if (stored.position > head || !isAsked(state, stored)) continue;
        const entry = this.log.decodeImpersonal(stored);
        if ('event' in entry) addToBacktest(state, entry.event);
        else unreadable += 1;
      }
      if (through >= head) break;
      await passed(shareOf({ after, through, head }));
    }
    signal.throwIfAborted();
    return resultOf(state, unreadable, this.clock.now());
  }

  /** Others first: one slice of all backtests follows each turn in which nothing else was done. */
  private rest(): Promise<void> {
    this.turn = this.turn.then(() => untilQuiet(LONGEST_REST_MS));
    return this.turn;
  }
}

/** Both stores number positions with digits, with gaps. */
function shareOf({ after, through, head }: Readonly<Record<'after' | 'through' | 'head', string>>): number {
  const share = (Number(through) - Number(after)) / (Number(head) - Number(after));
  return share > 0 && share <= 1 ? share : 0;
}
