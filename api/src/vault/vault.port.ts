/**
 * Records that are not event-sourced, with compare-and-set on single records.
 * check (ties the secrets to the data; stays first, so that an import reads it first) ·
 * credential {hash, sessionsValidFrom} · session (family with current and previous hash) · token (reset, confirm; hashed)
 * · data-key (encrypted key or destroyed) · checkpoint (saga) · lease · outbox (mail; id = UUIDv5(cause, kind)) · attempts (brute force)
 * · state (snapshot of a state folded from the log: a cache) · payout (a rail's own id of a payout, by ours)
 * · social (sign-ins with a provider under way) · share (links to the recipient's page; id = hash of the token, owner = transfer)
 * · run (daily work: its last run and what it found; id = its name)
 */
export const VAULT_KINDS = [
  'check',
  'credential',
  'session',
  'token',
  'data-key',
  'checkpoint',
  'lease',
  'outbox',
  'attempts',
  'parked',
  'state',
  'payout',
  'social',
  'share',
  'run',
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
  // oxlint-disable-next-line max-params -- a record's address is two of them
  abstract put(
    kind: VaultKind,
    id: string,
    record: { readonly owner: string; readonly value: object },
    expect: number | null,
  ): Promise<'ok' | 'stale'>;
  /** Gone when it resolves; a missing record is no error. */
  abstract delete(kind: VaultKind, id: string): Promise<void>;
  abstract ready(): Promise<void>;
  abstract close(): Promise<void>;
}
