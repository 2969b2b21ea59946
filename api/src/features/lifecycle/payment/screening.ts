import { Injectable } from '@nestjs/common';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';

/** Longest wait for one saga; after that the charge is tried again later. */
const WAIT_MS = 5_000;
/** In this order: rules raise alerts, then the cases of those alerts hold transfers. */
const SCREENING_SAGAS = ['fraud', 'case-decisions'] as const;

/**
 * No charge is requested before the rules have seen every attempt recorded so far and the holds of their alerts are placed
 * (docs/fraud-rules.md): which rules hold is part of the log that they read.
 */
@Injectable()
export class Screening {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  /** @throws StoreUnavailable while the rules are behind */
  async rulesCaughtUp(): Promise<void> {
    for (const saga of SCREENING_SAGAS) {
      const head = await this.log.head();
      if (!(await this.subscriptions.reacted(saga, head, WAIT_MS)))
        throw new StoreUnavailable(`The charge waits for ${saga}`);
    }
  }
}
