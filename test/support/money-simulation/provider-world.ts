import type { Luck } from './chance.js';
import type { Intentions } from './intentions.js';
import type { Network } from './network.js';

/** The surroundings of a simulated provider. */
export interface ProviderWorld {
  readonly clock: { readonly nowMs: number };
  readonly network: Network;
  readonly luck: Luck;
  readonly intentions: Intentions;
}

/** A provider's state before the network dates it. */
export type Undated<State> = State extends unknown ? Omit<State, 'providerAt'> : never;
