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
    const answer = question(live.generation);
    if (!(await isDoubtful(answer, live))) return answer;
    this.known.delete(projection);
    const now = await this.live(ask, projection);
    return now.generation.generation === live.generation.generation ? answer : question(now.generation);
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

/** True for an answer that came late, or an error that may come from a dropped generation. */
async function isDoubtful(answer: Promise<unknown>, { askedAtMs }: LiveGeneration): Promise<boolean> {
  try {
    await answer;
    return performance.now() > askedAtMs + POINTER_TRUST_MS;
  } catch (error) {
    return error instanceof StoreUnavailable && COLLECTION_IS_GONE.has(errorCode(error.cause));
  }
}
