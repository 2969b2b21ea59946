import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { SubscriptionRunner } from '../subscriptions/subscription-runner.js';

/** Longest wait for one saga; the charge is intended later. */
const WAIT_MS = 5_000;
/** In this order: the rules alert, then the cases of their alerts hold transfers. */
const SCREENING_SAGAS = ['fraud', 'case-decisions'] as const;

/**
 * While a rule holds transfers, no charge is intended before the rules have seen every attempt that is recorded so far and
 * the holds of their alerts are placed (docs/fraud-rules.md). Without one, nothing waits.
 */
@Injectable()
export class Screening {
  constructor(
    private readonly config: Config,
    private readonly log: EncryptedEventLog,
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  /** @throws StoreUnavailable while the rules are behind */
  async finished(): Promise<void> {
    if (this.config.HOLDING_RULES.length === 0) return;
    for (const saga of SCREENING_SAGAS) {
      const head = await this.log.head();
      if (!(await this.subscriptions.reacted(saga, head, WAIT_MS)))
        throw new StoreUnavailable(`The charge waits for ${saga}`);
    }
  }
}
