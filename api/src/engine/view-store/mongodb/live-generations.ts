import { performance } from 'node:perf_hooks';
import { errorCode } from '../../../kernel/error-code.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import type { Call } from '../../storage/mongodb-connection.js';
import type { Generation } from '../generation-entry.js';
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
  readonly readAtMs: number;
  readonly generation: Generation;
}

/** Queries the live generation, and the next one if that was dropped. */
export class LiveGenerations {
  private readonly known = new Map<string, LiveGeneration>();

  /** The next query reads the live pointers again. */
  forget(): void {
    this.known.clear();
  }

  async query<T>(call: Call, projection: string, read: (generation: Generation) => Promise<T>): Promise<T> {
    const live = await this.live(call, projection);
    const result = read(live.generation);
    if (!(await isDoubtful(result, live))) return result;
    this.known.delete(projection);
    const now = await this.live(call, projection);
    return now.generation.generation === live.generation.generation ? result : read(now.generation);
  }

  private async live(call: Call, projection: string): Promise<LiveGeneration> {
    const readAtMs = performance.now();
    const known = this.known.get(projection);
    if (known && readAtMs < known.readAtMs + LIVE_POINTER_MS) return known;
    const entry = await readEntry(call, projection);
    if (!entry?.live) throw new StoreUnavailable(`${projection} is being built`);
    const live = { readAtMs, generation: entry.live };
    this.known.set(projection, live);
    return live;
  }
}

/** True for a result that came late, or an error that may come from a dropped generation. */
async function isDoubtful(result: Promise<unknown>, { readAtMs }: LiveGeneration): Promise<boolean> {
  try {
    await result;
    return performance.now() > readAtMs + POINTER_TRUST_MS;
  } catch (error) {
    return error instanceof StoreUnavailable && COLLECTION_IS_GONE.has(errorCode(error.cause));
  }
}
