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

/** What a browser has signed in with: the password, and the second factor if there is one. */
interface SignedInWith {
  readonly credentialId: string;
  readonly factorId: string | null;
}

/** In place of an unknown account, so that it takes as long. */
const NOBODY: SignedInWith = { credentialId: 'none', factorId: null };

/**
 * Browsers that have signed in to an account before with its current password and second factor. Their wrong passwords and
 * codes are counted separately, so that guessing from elsewhere cannot slow down the account's owner.
 */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** A browser's token: an id, the day, and the proof that they were issued for these proofs of an account's owner. */
  issue(used: SignedInWith, deviceId = randomBytes(ID_BYTES).toString('base64url')): string {
    const day = String(this.today());
    return `${deviceId}.${day}.${this.proof(used, deviceId, day)}`;
  }

  /** The id in a browser's token; null when it is too old or was not issued for these proofs. */
  idOf(token: string | undefined, used: SignedInWith = NOBODY): string | null {
    const [, deviceId, day, proof] = TOKEN_PATTERN.exec(token ?? '') ?? [];
    if (deviceId === undefined || day === undefined || proof === undefined) return null;
    if (this.today() - Number(day) >= DEVICE_LIFETIME_DAYS) return null;
    return isEqual(proof, this.proof(used, deviceId, day)) ? deviceId : null;
  }

  private today(): number {
    return Math.floor(this.clock.now() / DAY_MS);
  }

  private proof({ credentialId, factorId }: SignedInWith, deviceId: string, day: string): string {
    const parts = [credentialId, deviceId, day, ...(factorId === null ? [] : [factorId])];
    return blindIndex(this.secrets.blindIndexKey, 'device', parts.join(' '));
  }
}
