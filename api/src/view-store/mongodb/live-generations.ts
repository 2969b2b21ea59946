import { performance } from 'node:perf_hooks';
import { errorCode } from '../../config/error-code.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import type { Ask } from '../../config/mongodb-connection.js';
import type { Generation } from './generation-entry.js';
import { readEntry } from './catalogue.js';

/** How long a reader goes on with a live pointer before it looks again: another process may have promoted. */
const LIVE_POINTER_MS = 1_000;

/**
 * How long after the pointer was asked for an answer may come and still count. Documents of a generation that is no
 * longer live stay at least as long, so no reader takes a removed generation for an empty one.
 */
export const POINTER_TRUST_MS = 1_500;

/** What servers say when a collection goes under a running read: QueryPlanKilled, CursorNotFound, NamespaceNotFound. */
const COLLECTION_IS_GONE: ReadonlySet<string> = new Set(['175', '43', '26']);

interface LiveGeneration {
  readonly askedAtMs: number;
  readonly generation: Generation;
}

type Outcome<T> = { readonly answer: T } | { readonly error: unknown };

/** Asks the generation that readers see, and the next one when that went away meanwhile. */
export class LiveGenerations {
  private readonly known = new Map<string, LiveGeneration>();

  /** The next question looks at the live pointers anew. */
  forget(): void {
    this.known.clear();
  }

  async answer<T>(
    ask: Ask,
    projection: string,
    question: (generation: Generation) => Promise<T>,
  ): Promise<T> {
    const live = await this.live(ask, projection);
    const outcome = await outcomeOf(question(live.generation));
    if (!isDoubtful(outcome, live)) return answerOf(outcome);
    this.known.delete(projection);
    const now = await this.live(ask, projection);
    if (now.generation.generation === live.generation.generation) return answerOf(outcome);
    return question(now.generation);
  }

  private async live(ask: Ask, projection: string): Promise<LiveGeneration> {
    const askedAtMs = performance.now();
    const known = this.known.get(projection);
    if (known && askedAtMs < known.askedAtMs + LIVE_POINTER_MS) return known;
    const entry = await readEntry(ask, projection);
    if (!entry?.live) throw new StoreUnavailable(`${projection} is being built`);
    const live = { askedAtMs, generation: entry.live };
    this.known.set(projection, live);
    return live;
  }
}

function isDoubtful<T>(outcome: Outcome<T>, { askedAtMs }: LiveGeneration): boolean {
  if ('answer' in outcome) return performance.now() > askedAtMs + POINTER_TRUST_MS;
  const { error } = outcome;
  return error instanceof StoreUnavailable && COLLECTION_IS_GONE.has(errorCode(error.cause));
}

async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { answer: await work };
  } catch (error) {
    return { error };
  }
}

function answerOf<T>(outcome: Outcome<T>): T {
  if ('answer' in outcome) return outcome.answer;
  throw outcome.error;
}
