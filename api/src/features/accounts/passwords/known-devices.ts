import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { blindIndex, isEqual } from '../../../engine/vault/blind-index.js';
import { Clock } from '../../../config/clock.js';
import { Secrets } from '../../../config/runtime.js';

const ID_BYTES = 12;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** A browser that has not signed in for this long is unknown again. */
export const DEVICE_LIFETIME_DAYS = 180;
const TOKEN_PATTERN = /^([A-Za-z0-9_-]{16})\.(\d{1,6})\.([0-9a-f]{64})$/;

/**
 * Browsers that have signed in to an account before with its current password. Their wrong passwords are counted
 * separately, so that password guessing from elsewhere cannot slow down the account's owner.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** A browser's token: an id, the day, and the proof that they were issued for this credential of an account. */
  issue(credentialId: string, deviceId = randomBytes(ID_BYTES).toString('base64url')): string {
    const day = String(this.today());
    return `${deviceId}.${day}.${this.proof(credentialId, deviceId, day)}`;
  }

  /** The id in a browser's token; null when it is too old or was not issued for this credential. */
  idOf(token: string | undefined, credentialId: string): string | null {
    const [, deviceId, day, proof] = TOKEN_PATTERN.exec(token ?? '') ?? [];
    if (deviceId === undefined || day === undefined || proof === undefined) return null;
    if (this.today() - Number(day) >= DEVICE_LIFETIME_DAYS) return null;
    return isEqual(proof, this.proof(credentialId, deviceId, day)) ? deviceId : null;
  }

  private today(): number {
    return Math.floor(this.clock.now() / DAY_MS);
  }

  private proof(...parts: readonly [credentialId: string, deviceId: string, day: string]): string {
    return blindIndex(this.secrets.blindIndexKey, 'device', parts.join(' '));
  }
}
