/** Kinds of records that are not event-sourced; each record is written by compare-and-set. */
export const VAULT_KINDS = [
  // Ties the secrets to the data. First, so that an import reads it first.
  'check',
  // Of a vault on a server: the format of its records.
  'format',
  // A password's hash.
  'credential',
  // A family of refresh tokens: the hashes of the current and the previous one.
  'session',
  // Of a mailed link (reset, confirmation), by its hash.
  'token',
  // A person's key, encrypted, or that it is destroyed.
  'data-key',
  // Of a saga.
  'checkpoint',
  'lease',
  // A mail to send; its id is UUIDv5(cause, kind).
  'outbox',
  // Against guessing.
  'attempts',
  // An event that a projection or saga could not apply.
  'parked',
  // Snapshot of a state folded from the log.
  'state',
  // A sign-in with a provider under way.
  'social',
  // A second factor: its secret, encrypted, and the hashes of its recovery codes.
  'factor',
  // A sign-in that waits for the code of a second factor.
  'ticket',
  // A link to the recipient's page, its id derived from the transfer; its owner is the sender.
  'share',
  // Daily work: its last run and what it found; its id is its name.
  'run',
  // A backtest of a fraud rule under way or done; its owner is who runs it.
  'backtest',
  // A requested download of one's own data; its id and its owner are the person.
  'export',
] as const;
export type VaultKind = (typeof VAULT_KINDS)[number];

/** One record. `owner` groups records for list; `version` counts its writes from 1. */
export interface VaultRecord<T extends object = object> {
  readonly id: string;
  readonly owner: string;
  readonly value: T;
  readonly version: number;
}

/** Owner of the checkpoints of sagas. */
export const SAGA_OWNER = 'saga';

/** Most records one list returns. */
export const VAULT_LIST_LIMIT = 1_000;

/** Small durable records. A put that answered 'ok' is durable. @throws StoreUnavailable */
export abstract class Vault {
  abstract get<T extends object>(kind: VaultKind, id: string): Promise<VaultRecord<T> | null>;
  /** In id order, at most VAULT_LIST_LIMIT. */
  abstract list<T extends object>(kind: VaultKind, owner: string): Promise<readonly VaultRecord<T>[]>;
  /**
   * Every record of a kind, page by page: those behind `after` (the last id of the page before, null for the first
   * page), at most VAULT_LIST_LIMIT, in an order of the vault's own. An empty page is the end.
   */
  abstract scan<T extends object>(kind: VaultKind, after: string | null): Promise<readonly VaultRecord<T>[]>;
  /** `expect` null = must not exist yet; else the version that was read. */
  // oxlint-disable-next-line flip/max-params -- a record's address is two of them
  abstract put(
    kind: VaultKind,
    id: string,
    record: { readonly owner: string; readonly value: object },
    expect: number | null,
  ): Promise<'ok' | 'stale'>;
  /** Gone when it resolves; a missing record is no error. With `expect`, only that version: what was written since stays. */
  abstract delete(kind: VaultKind, id: string, expect?: number): Promise<void>;
  /**
   * Leaves no trace of what was deleted or replaced before in the files of an embedded vault; database servers have their own
   * tools for that (docs/operations.md). @throws StoreUnavailable
   */
  abstract shred(): Promise<void>;
  abstract ready(): Promise<void>;
  abstract close(): Promise<void>;
}
