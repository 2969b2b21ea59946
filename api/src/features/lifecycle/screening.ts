import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { SubscriptionRunner } from '../../engine/subscriptions/subscription-runner.js';

/** Longest wait for one saga; after that the charge is tried again later. */
const WAIT_MS = 5_000;
/** In this order: rules raise alerts, then the cases of those alerts hold transfers. */
const SCREENING_SAGAS = ['fraud', 'case-decisions'] as const;

/**
 * With a holding rule configured, no charge is requested before the rules have seen every attempt recorded so far and the
 * holds of their alerts are placed (docs/fraud-rules.md). Without one, nothing waits.
 */
@Injectable()
export class Screening {
  constructor(
    private readonly config: Config,
    private readonly log: EncryptedEventLog,
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  /** @throws StoreUnavailable while the rules are behind */
  async rulesCaughtUp(): Promise<void> {
    if (this.config.HOLDING_RULES.length === 0) return;
    for (const saga of SCREENING_SAGAS) {
      const head = await this.log.head();
      if (!(await this.subscriptions.reacted(saga, head, WAIT_MS)))
        throw new StoreUnavailable(`The charge waits for ${saga}`);
    }
  }
}
