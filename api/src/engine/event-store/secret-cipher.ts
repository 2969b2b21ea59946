import type { KeyHolder, KeyPurpose } from '../../config/key-lists.js';
import { KeyRing } from '../vault/key-ring.js';
import { keyIdIn, withKeyId } from '../vault/mac.js';
import { decrypt, encrypt } from './envelope.js';

/** Encrypts short secrets with the newest key of one purpose, and decrypts those of any. */
export class SecretCipher {
  private readonly ring: KeyRing;

  constructor(holder: KeyHolder, purpose: KeyPurpose) {
    this.ring = new KeyRing(holder, purpose);
  }

  /** Base64url, with the id of the key before it unless that is the first; `context` binds it to its place. */
  encrypt(context: string, plain: string | Buffer): string {
    const [{ id, secret }] = this.ring.all;
    return withKeyId(id, encrypt(secret, context, plain).toString('base64url'));
  }

  /** @throws Error when it was changed, moved or encrypted with a missing key */
  decrypt(context: string, sealed: string): Buffer {
    const id = keyIdIn(sealed);
    const key = this.ring.named(id);
    if (!key) throw new Error(`There is no key ${id}`);
    return decrypt(key.secret, context, Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64'));
  }

  /** Encrypted again with the newest key; null when it already is. @throws Error like `decrypt` */
  encryptAgain(context: string, sealed: string): string | null {
    return keyIdIn(sealed) === this.ring.all[0].id
      ? null
      : this.encrypt(context, this.decrypt(context, sealed));
  }
}
