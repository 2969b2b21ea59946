import { Injectable } from '@nestjs/common';
import { blindIndex } from '../config/blind-index.js';
import { Config } from '../config/config.js';
import { Secrets } from '../config/runtime.js';
import type { Platform } from '../kernel/platforms.js';
import type { SendingPolicy } from './transfer.decider.js';

/** Who is sent what, in its normal form. */
export interface Draft {
  readonly recipient: string;
  readonly platform: Platform;
  readonly handle: string;
  readonly amountCents: number;
}

/** 128 bits tell two drafts under one key apart. */
const FINGERPRINT_LENGTH = 32;

/** What configuration and secrets add to a command. */
@Injectable()
export class SendingRules {
  readonly policy: SendingPolicy;

  constructor(
    config: Config,
    private readonly secrets: Secrets,
  ) {
    this.policy = {
      feeSchedule: config.FEE_SCHEDULE,
      minimumCents: config.MIN_TRANSFER_CENTS,
      verifiedWeeklyLimitCents: config.VERIFIED_WEEKLY_LIMIT_CENTS ?? null,
      refusalsCapped: config.RATE_LIMIT === 'on',
    };
  }

  /** Two drafts have the same one exactly when they say the same; nothing of them can be read from it. */
  fingerprintOf({ recipient, platform, handle, amountCents }: Draft): string {
    const text = JSON.stringify([recipient, platform, handle, amountCents]);
    return blindIndex(this.secrets.blindIndexKey, 'transfer', text).slice(0, FINGERPRINT_LENGTH);
  }
}
