import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { KeyHolder } from '../../config/key-lists.js';
import { macFor, type Mac } from '../vault/mac.js';
import { reencryptRecords } from '../vault/reencrypt-records.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { Vault, VaultRecord } from '../vault/vault.port.js';
import { SecretCipher } from './secret-cipher.js';
import { entryLimit } from '../../kernel/text/entry-limit.js';

/** Longest time a cached key is used: an erasure takes effect everywhere within it. */
export const DATA_KEY_LIFE_MS = 60_000;
/** Most cached keys. */
export const DATA_KEY_CACHE_LIMIT = 20_000;
/** Attempts to write a record that other processes write too. */
const WRITE_ATTEMPT_LIMIT = 8;

/** The key of a user's personal fields, or that it was destroyed. */
export type DataKey = KeyObject | 'destroyed';

/** The record in place of a destroyed key: it is not missing, and an earlier version wrote that without uid and instant. */
type ErasedKey =
  | { readonly erased: { readonly uid: string; readonly at: string } }
  | { readonly destroyed: true };

type DataKeyValue = { readonly wrapped: string } | ErasedKey;

interface CachedKey {
  readonly key: DataKey;
  readonly untilMs: number;
}

/**
 * The keys of the events: one random key per user for personal fields, stored in the vault encrypted with the key
 * encryption key, and those for the MAC of every event.
 */
export class DataKeys {
  private readonly cached = new LRUCache<string, CachedKey>(entryLimit(DATA_KEY_CACHE_LIMIT));
  private readonly requests = new Map<string, Promise<DataKey | null>>();
  private readonly wrapping: SecretCipher;
  readonly mac: Mac;

  /** `nowMs` must be monotonic: a stopped clock would keep destroyed keys in use. */
  constructor(
    private readonly vault: Vault,
    holder: KeyHolder,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.wrapping = new SecretCipher(holder, 'key-encryption');
    this.mac = macFor(holder, 'event');
  }

  /** The cached key, without a call to the vault. */
  peek(uid: string): DataKey | undefined {
    const found = this.cached.get(uid);
    return found && found.untilMs > this.nowMs() ? found.key : undefined;
  }

  /** null when the user never had a key. @throws StoreUnavailable */
  async get(uid: string): Promise<DataKey | null> {
    return this.peek(uid) ?? this.requests.get(uid) ?? this.request(uid);
  }

  /** The key; a new one is durable in the vault first. @throws StoreUnavailable */
  async getOrCreate(uid: string): Promise<DataKey> {
    for (let attempt = 0; attempt < WRITE_ATTEMPT_LIMIT; attempt++) {
      const found = await this.get(uid);
      if (found) return found;
      const key = randomBytes(32);
      const wrapped = this.wrapping.encrypt(contextOf(uid), key);
      const value: DataKeyValue = { wrapped };
      const outcome = await this.vault.put('data-key', uid, { owner: uid, value }, null);
      if (outcome === 'ok') return this.cache(uid, createSecretKey(key));
    }
    throw new StoreUnavailable('The vault did not store a data key');
  }

  /**
   * Makes everything encrypted for the user unreadable forever. Resolves when that is durable; a repeat changes nothing. `at` is
   * when it was decided, ISO-8601 UTC. @throws StoreUnavailable
   */
  async destroy(uid: string, at: string): Promise<void> {
    const value: DataKeyValue = { erased: { uid, at } };
    for (let attempt = 0; attempt < WRITE_ATTEMPT_LIMIT; attempt++) {
      const record = await this.vault.get<DataKeyValue>('data-key', uid);
      const isErased = record !== null && !('wrapped' in record.value);
      const put = () => this.vault.put('data-key', uid, { owner: uid, value }, record?.version ?? null);
      if (isErased || (await put()) === 'ok') {
        this.cache(uid, 'destroyed');
        return;
      }
    }
    throw new StoreUnavailable('The vault did not destroy a data key');
  }

  /** Wraps every key with the newest key encryption key; a repeat continues where this was stopped. Returns how many were changed. */
  rewrap(): Promise<number> {
    return reencryptRecords<DataKeyValue>(this.vault, 'data-key', ({ id, value }) => {
      const wrapped = 'wrapped' in value ? this.wrapping.encryptAgain(contextOf(id), value.wrapped) : null;
      return wrapped === null ? null : { ...value, wrapped };
    });
  }

  private request(uid: string): Promise<DataKey | null> {
    const request = this.vault
      .get<DataKeyValue>('data-key', uid)
      .then((record) => (record ? this.cache(uid, this.unwrapped(record)) : null))
      .finally(() => this.requests.delete(uid));
    this.requests.set(uid, request);
    return request;
  }

  private unwrapped({ id, value }: VaultRecord<DataKeyValue>): DataKey {
    if (!('wrapped' in value)) return 'destroyed';
    return createSecretKey(this.wrapping.decrypt(contextOf(id), value.wrapped));
  }

  private cache(uid: string, key: DataKey): DataKey {
    // A slow answer of the vault must not bring back a key that was destroyed in the meantime.
    if (this.cached.get(uid)?.key === 'destroyed') return 'destroyed';
    this.cached.set(uid, { key, untilMs: this.nowMs() + DATA_KEY_LIFE_MS });
    return key;
  }
}

const contextOf = (uid: string): string => `data-key|${uid}`;
