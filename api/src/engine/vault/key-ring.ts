import { createSecretKey, type KeyObject } from 'node:crypto';
import {
  type KeyHolder,
  type KeyPurpose,
  type ListedKey,
  listedKeys,
  newestKey,
} from '../../config/key-lists.js';

/** One key of a purpose. */
export interface RingKey {
  readonly id: string;
  readonly secret: KeyObject;
}

/** The keys of one purpose as they are now: a rotation in this process takes effect with the next use. */
export class KeyRing {
  private listed: readonly ListedKey[] | undefined;
  private keys: readonly [RingKey, ...RingKey[]] | null = null;

  constructor(
    private readonly holder: KeyHolder,
    private readonly purpose: KeyPurpose,
  ) {}

  /** The key that makes, then the others that are accepted. */
  get all(): readonly [RingKey, ...RingKey[]] {
    const listed = this.holder.keys?.[this.purpose];
    if (this.keys && listed === this.listed) return this.keys;
    this.listed = listed;
    const all = listedKeys(this.holder, this.purpose);
    const newest = newestKey(all);
    const others = all.filter((key) => key !== newest).toReversed();
    return (this.keys = [ringKey(newest), ...others.map(ringKey)]);
  }

  named(id: string): RingKey | undefined {
    return this.all.find((key) => key.id === id);
  }
}

function ringKey({ id, key }: ListedKey): RingKey {
  return { id, secret: createSecretKey(Buffer.from(key, 'base64')) };
}
