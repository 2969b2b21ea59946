import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { StoreUnavailable } from '../config/store-unavailable.js';
import type { Vault, VaultRecord } from '../vault/vault.port.js';

/** Longest time a key is used without asking the vault again: an erasure holds everywhere after it. */
export const DATA_KEY_LIFE_MS = 60_000;
/** Keys that are remembered at once. */
export const DATA_KEY_CACHE_LIMIT = 20_000;
/** Tries to write a record that others write too. */
const WRITE_ATTEMPT_LIMIT = 8;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key of a person's fields, or the word that it is gone for good. */
export type DataKey = KeyObject | 'destroyed';

type DataKeyValue = { readonly wrapped: string } | { readonly destroyed: true };

interface Remembered {
  readonly key: DataKey;
  readonly untilMs: number;
}

/** One random key a person, kept in the vault under the key encryption key. */
export class DataKeys {
  private readonly remembered = new LRUCache<string, Remembered>({ max: DATA_KEY_CACHE_LIMIT });
  private readonly asked = new Map<string, Promise<DataKey | null>>();
  private readonly wrappingKey: KeyObject;

  /** `nowMs` must go on by itself: a clock that stands still would keep destroyed keys alive. */
  constructor(
    private readonly vault: Vault,
    keyEncryptionKey: string,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.wrappingKey = createSecretKey(Buffer.from(keyEncryptionKey, 'base64'));
  }

  /** The key when it is remembered, without asking the vault. */
  peek(uid: string): DataKey | undefined {
    const found = this.remembered.get(uid);
    return found && found.untilMs > this.nowMs() ? found.key : undefined;
  }

  /** null when the person never had a key. @throws StoreUnavailable */
  async get(uid: string): Promise<DataKey | null> {
    const known = this.peek(uid);
    if (known) return known;
    const asked = this.asked.get(uid) ?? this.ask(uid);
    return asked;
  }

  /** The key, made durable in the vault first when there was none. @throws StoreUnavailable */
  async getOrCreate(uid: string): Promise<DataKey> {
    for (let attempt = 0; attempt < WRITE_ATTEMPT_LIMIT; attempt++) {
      const found = await this.get(uid);
      if (found) return found;
      const key = randomBytes(32);
      const value: DataKeyValue = { wrapped: this.wrap(uid, key) };
      const outcome = await this.vault.put('data-key', uid, { owner: uid, value }, null);
      if (outcome === 'ok') return this.remember(uid, createSecretKey(key));
    }
    throw new StoreUnavailable('The vault did not settle on a data key');
  }

  /** Makes everything sealed for the person unreadable for good. Resolves when that is durable. */
  async destroy(uid: string): Promise<void> {
    const value: DataKeyValue = { destroyed: true };
    for (let attempt = 0; attempt < WRITE_ATTEMPT_LIMIT; attempt++) {
      const record = await this.vault.get<DataKeyValue>('data-key', uid);
      const outcome = await this.vault.put('data-key', uid, { owner: uid, value }, record?.version ?? null);
      if (outcome === 'ok') {
        this.remember(uid, 'destroyed');
        return;
      }
    }
    throw new StoreUnavailable('The vault did not let go of a data key');
  }

  private ask(uid: string): Promise<DataKey | null> {
    const asked = this.vault
      .get<DataKeyValue>('data-key', uid)
      .then((record) => (record ? this.remember(uid, this.opened(record)) : null))
      .finally(() => this.asked.delete(uid));
    this.asked.set(uid, asked);
    return asked;
  }

  private opened({ id, value }: VaultRecord<DataKeyValue>): DataKey {
    return 'wrapped' in value ? createSecretKey(this.unwrap(id, value.wrapped)) : 'destroyed';
  }

  private remember(uid: string, key: DataKey): DataKey {
    // What a slow answer of the vault says must not bring a key back that was destroyed in between.
    if (this.remembered.get(uid)?.key === 'destroyed') return 'destroyed';
    this.remembered.set(uid, { key, untilMs: this.nowMs() + DATA_KEY_LIFE_MS });
    return key;
  }

  private wrap(uid: string, key: Buffer): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.wrappingKey, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(`data-key|${uid}`));
    const text = Buffer.concat([cipher.update(key), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
  }

  private unwrap(uid: string, wrapped: string): Buffer {
    const bytes = Buffer.from(wrapped, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.wrappingKey, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(`data-key|${uid}`));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }
}
