/** Injection tokens of the ports, of what is built on them, and of what is settled before Nest starts. */
export const EVENT_STORE = Symbol('EventStore');
export const VIEW_STORE = Symbol('ViewStore');
export const VAULT = Symbol('Vault');
export const EVENT_LOG = Symbol('EventLog');
export const COMMAND_RUNNER = Symbol('CommandRunner');
export const SUBSCRIPTIONS = Symbol('Subscriptions');
export const CLOCK = Symbol('Clock');
export const CONFIG = Symbol('Config');
export const SECRETS = Symbol('Secrets');
export const PROVIDERS = Symbol('ProviderSettings');
