import { performance } from 'node:perf_hooks';
import { errorCode } from '../../config/error-code.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import type { Ask } from '../../config/mongodb-connection.js';
import type { Generation } from './generation-entry.js';
import { readEntry } from './catalogue.js';

/** How long a reader uses a cached live pointer: another process may have promoted. */
const LIVE_POINTER_MS = 1_000;

/**
 * How long after its pointer was read a result is valid. Documents of a superseded generation stay at least as long, so
 * no reader takes a removed generation for an empty one.
 */
export const POINTER_TRUST_MS = 1_500;

/** Server errors when a collection is dropped during a read: QueryPlanKilled, CursorNotFound, NamespaceNotFound. */
const COLLECTION_IS_GONE: ReadonlySet<string> = new Set(['175', '43', '26']);

interface LiveGeneration {
  readonly askedAtMs: number;
  readonly generation: Generation;
}

type Outcome<T> = { readonly answer: T } | { readonly error: unknown };

/** Queries the live generation, and the next one when that was dropped meanwhile. */
export class LiveGenerations {
  private readonly known = new Map<string, LiveGeneration>();

  /** The next query reads the live pointers again. */
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
