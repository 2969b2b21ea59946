import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { blindIndex } from '../../config/blind-index.js';
import { Secrets } from '../../config/runtime.js';

const ID_BYTES = 12;
const TOKEN_PATTERN = /^([A-Za-z0-9_-]{16})\.([0-9a-f]{64})$/;

/**
 * Browsers that have signed in to an account before. Their wrong passwords are counted separately, so that password
 * guessing from elsewhere cannot slow down the account's owner.
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly secrets: Secrets) {}

  /** The browser's token: an id, and the proof that it was issued for this account. */
  issue(account: string): string {
    const deviceId = randomBytes(ID_BYTES).toString('base64url');
    return `${deviceId}.${this.proof(account, deviceId)}`;
  }

  /** The id in a browser's token, null when it was not issued for this account. */
  idOf(token: string | undefined, account: string): string | null {
    const [, deviceId, proof] = TOKEN_PATTERN.exec(token ?? '') ?? [];
    if (deviceId === undefined || proof === undefined) return null;
    return equals(proof, this.proof(account, deviceId)) ? deviceId : null;
  }

  private proof(account: string, deviceId: string): string {
    return blindIndex(this.secrets.blindIndexKey, 'device', `${account} ${deviceId}`);
  }
}

function equals(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
