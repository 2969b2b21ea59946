import type { EventStore } from '../event-store/event-store.port.js';
import type { Vault } from '../vault/vault.port.js';
import type { ViewStore } from '../view-store/view-store.port.js';

/** The three stores of one process. */
export interface OpenedStores {
  readonly eventStore: EventStore;
  readonly viewStore: ViewStore;
  readonly vault: Vault;
  /** Closes all of them. */
  close(): Promise<void>;
}

/** Connection strings of the stores of a deployment. */
export interface ServerUrls {
  readonly eventStore: string;
  readonly views: string;
  readonly vault: string;
}
