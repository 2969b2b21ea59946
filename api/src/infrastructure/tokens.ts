/** Injection tokens of the ports and of what main.ts makes before Nest starts. */
export const EVENT_STORE = Symbol('EventStore');
export const VIEW_STORE = Symbol('ViewStore');
export const VAULT = Symbol('Vault');
export const CLOCK = Symbol('Clock');
export const CONFIG = Symbol('Config');
export const SECRETS = Symbol('Secrets');
