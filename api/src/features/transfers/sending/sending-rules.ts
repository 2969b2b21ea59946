import { Injectable } from '@nestjs/common';
import { blindIndex } from '../../../engine/vault/blind-index.js';
import { Config } from '../../../config/config.js';
import { Secrets } from '../../../config/runtime.js';
import { recipientKey } from '../../../kernel/people/recipients.js';
import type { Send } from '../../../kernel/money/transfers.js';
import type { SendingPolicy } from './transfer.decider.js';

/** 128 bits: enough to tell two sends under one key apart. */
const FINGERPRINT_LENGTH = 32;

/** The inputs of a send decision that come from configuration and secrets. */
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

  /** Equal only for equal sends; reveals nothing about them. */
  fingerprintOf({ recipient, platform, handle, amountCents, note }: Send): string {
    const text = JSON.stringify([recipient, platform, handle, amountCents, ...(note ? [note] : [])]);
    return blindIndex(this.secrets.blindIndexKey, 'transfer', text).slice(0, FINGERPRINT_LENGTH);
  }

  /** Equal for all sends, of any sender, to the same handle on the same platform; reveals nothing about it. */
  handleIndexOf(send: Pick<Send, 'platform' | 'handle'>): string {
    return blindIndex(this.secrets.blindIndexKey, 'handle', recipientKey(send));
  }
}
