import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from './clock.js';
import { isLoopback } from '../api/src/kernel/loopback.js';
import type { Book } from './control/provider-book.js';
import type { SimulatorRoute } from './simulator-server.js';
import type { SimulatorMemory } from './control/simulator-memory.js';
import type { WebhookLog } from './control/webhook-log.js';

/** Secrets with which the product and the simulated providers verify each other. */
export interface SimulatorSecrets {
  /** The key with which the product calls each API. */
  readonly simulatorApiKey: string;
  /** Signs webhooks. */
  readonly simulatorWebhookSecret: string;
  /** Verifies the client secrets that the product signs for Apple; without it, none is accepted. */
  readonly appleKey?: ClientSecretKey;
}

/** The key of a signed client secret, as registered at a sign-in provider. */
export interface ClientSecretKey {
  readonly teamId: string;
  readonly keyId: string;
  /** P-256, PEM. */
  readonly privateKey: string;
}

/** What every part of the simulator shares. */
export interface Simulation {
  readonly memory: SimulatorMemory;
  readonly clock: Clock;
  readonly secrets: SimulatorSecrets;
  readonly calls: ProviderCalls;
  readonly origins: AppOrigins;
  readonly webhookLog: WebhookLog;
  /** While it plays a history, no webhook is sent, now or later: what happens is looked up. */
  readonly playsHistory: boolean;
  /** Origin of the simulator's pages and APIs, known once it listens. */
  httpUrl: string;
}

/** One simulated provider. */
export interface SimulatedProvider {
  readonly routes: readonly SimulatorRoute[];
  readonly webhooks: { deliverTo(apiUrl: string): void; close(): Promise<void> };
  readonly books: readonly Book[];
  /** Stops its timers. */
  close?(): void;
}

export const SIMULATED_APIS = ['stripe', 'paypal', 'persona'] as const;

/** How long each provider's API takes before it does anything, and the calls that never get a response. */
export type Latency = { readonly [Api in (typeof SIMULATED_APIS)[number]]?: number | undefined } & {
  readonly hang?: readonly string[] | undefined;
};

/** The calls that the product makes to the simulated providers' APIs: counted with any outcome, slow on request. */
export class ProviderCalls {
  private readonly counts = new Map<string, number>();
  /** Replaced by each request of a test. Calls that hang already continue to do so. */
  latency: Latency = {};

  /** Resolves when the call is to be handled. `call` names its part of the API: `payment_intents.capture`. */
  async begin(api: (typeof SIMULATED_APIS)[number], call: string): Promise<void> {
    const kind = `${api}.${call}`;
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    if (this.latency.hang?.includes(kind)) return new Promise(() => undefined);
    const ms = this.latency[api] ?? 0;
    if (ms > 0) await pause(ms);
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
