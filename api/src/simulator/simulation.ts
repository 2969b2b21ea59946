import type { Clock } from '../config/clock.js';
import { isLoopback } from '../config/config.js';
import type { Secrets } from '../config/runtime.js';
import type { SimulatorRoute } from './simulator-server.js';
import type { SimulatorMemory } from './simulator-state.js';

/** What every part of the simulator shares. */
export interface Simulation {
  readonly memory: SimulatorMemory;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'simulatorApiKey' | 'simulatorWebhookSecret'>;
  readonly calls: ProviderCalls;
  readonly origins: AppOrigins;
  /** Origin of the simulator's pages and APIs, known once it listens. */
  httpUrl: string;
}

/** One simulated provider. */
export interface SimulatedProvider {
  readonly routes: readonly SimulatorRoute[];
  readonly webhooks: { deliverTo(apiUrl: string): void; close(): Promise<void> };
  /** Stops its timers. */
  close?(): void;
}

/** Counts the calls that the product makes to each part of the simulated providers' APIs, whatever their outcome. */
export class ProviderCalls {
  private readonly counts = new Map<string, number>();

  /** `kind` names the provider and the call: `stripe.payment_intents.capture`. */
  count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  /** Since the simulator started. */
  get all(): { readonly total: number; readonly calls: Readonly<Record<string, number>> } {
    const total = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    return { total, calls: Object.fromEntries([...this.counts].sort()) };
  }
}

/** The app's origins: the pages that may show the card frame. On this machine, also under its other name. */
export class AppOrigins {
  private readonly known = new Set<string>();

  allow(address: string): void {
    const url = new URL(address);
    const names = isLoopback(url.hostname) ? ['127.0.0.1', 'localhost'] : [url.hostname];
    for (const name of names) {
      url.hostname = name;
      this.known.add(url.origin);
    }
  }

  get all(): readonly string[] {
    return [...this.known];
  }

  /** Whether a page may link back to an address: anything but this machine or the app would be an open redirect. */
  includes(address: URL): boolean {
    return this.known.has(address.origin) || (address.protocol === 'http:' && isLoopback(address.hostname));
  }
}
