import { randomUUID } from 'node:crypto';
import type { EncryptedEventLog } from '../../api/src/engine/event-store/encrypted-event-log.js';
import type { RecordedEvent } from '../../api/src/event-sourcing/event.js';
import type { AnyProjection, Projection, View } from '../../api/src/event-sourcing/projection.js';
import {
  openTillStores,
  payInto,
  removeTillStores,
  tillsProjection,
  type Paid,
  type TillRow,
  type TillStores,
} from './till.js';
import type { ViewStore } from '../../api/src/engine/view-store/view-store.port.js';
import { SubscriptionRunner } from '../../api/src/engine/subscriptions/subscription-runner.js';
import { PATIENCE_MS, waitFor } from './wait-for.js';

interface Settings {
  readonly projections?: readonly AnyProjection[];
  readonly log?: EncryptedEventLog;
  readonly views?: ViewStore;
  readonly dropAfterMs?: number;
  readonly checkpointEveryMs?: number;
}

type Documents = Map<string, { document: object | null; position: string }>;

/** Tills with their views on real stores, fresh for each spec. */
export class TillViews {
  runners: SubscriptionRunner[] = [];

  private constructor(public stores: TillStores) {}

  static async open(): Promise<TillViews> {
    return new TillViews(await openTillStores());
  }

  async close(): Promise<void> {
    await Promise.all(this.runners.map((runner) => runner.stop()));
    await removeTillStores(this.stores);
  }

  async start(settings: Settings = {}): Promise<SubscriptionRunner> {
    const { stores } = this;
    const { projections = [tillsProjection], log = stores.log, views = stores.views } = settings;
    const { vault } = stores;
    const runner = new SubscriptionRunner({ log, views, vault }, { projections }, settings);
    this.runners.push(runner);
    await runner.start();
    return runner;
  }

  /** The documents a reader finds, each with the position of its last event. */
  async documents(projection = 'tills'): Promise<Documents> {
    const { views } = this.stores;
    const { live } = await views.generations(projection);
    const found: Documents = new Map();
    if (live === null) return found;
    for await (const { id, document, position } of views.scan(projection, live)) {
      found.set(id, { document, position });
    }
    return found;
  }

  /** The expected documents: every key's events folded from the beginning. */
  async refold(projection: Projection<TillRow, Paid> = tillsProjection): Promise<Documents> {
    const { log } = this.stores;
    const folded = new Map<string, { document: TillRow | null; position: string }>();
    const { signal } = new AbortController();
    for await (const page of log.follow({ after: '', prefixes: ['till-'], signal })) {
      for (const entry of page.events) {
        if (!('event' in entry)) continue;
        const { event } = entry as { readonly event: RecordedEvent<Paid> };
        for (const key of new Set(projection.keys(event))) {
          const document = projection.evolve(folded.get(key)?.document ?? null, event, key);
          folded.set(key, { document, position: event.position });
        }
      }
      if (page.live) break;
    }
    return folded;
  }

  /** Pays into a number of tills repeatedly; returns the last position. */
  async payMany(tills: number, each: number): Promise<string> {
    let position = '';
    for (let round = 0; round < each; round++) {
      const all = Array.from({ length: tills }, (_, till) =>
        payInto(this.stores, String(till), [{ id: randomUUID(), cents: round + till }]),
      );
      for (const done of await Promise.all(all)) if (done > position) position = done;
    }
    return position;
  }

  /** One payment of a cent for each id. */
  pay(till: string, ...ids: readonly string[]): Promise<string> {
    return payInto(
      this.stores,
      till,
      ids.map((id) => ({ id, cents: 1 })),
    );
  }

  async rowOf(id: string): Promise<TillRow | undefined> {
    return (await this.documents()).get(id)?.document as TillRow | undefined;
  }
}

/** A copy of a real object with some methods replaced. */
export function changed<T extends object>(target: T, changes: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      const own = (changes as Record<PropertyKey, unknown>)[name];
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Waits for the view like a reader who has just written, also while it is built for the first time. */
export const caughtUp = (runner: SubscriptionRunner, position: string, view: View = tillsProjection) =>
  waitFor(view.name, async () => (await runner.caughtUp(view, position, PATIENCE_MS)) || null);
