import { Injectable } from '@nestjs/common';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { TimelineStep, Timeline } from '../../../kernel/money/transfers.js';
import { GetTransaction } from './get-transaction.query.js';
import { isInTimeline } from '../../lifecycle/state/progress.rules.js';
import { transferStream, type LifecycleEvent } from '../../lifecycle/state/lifecycle-events.rules.js';
import { readTransactions } from './transactions-failure.js';

/** Most steps shown of the transfer's own stream. */
const STEPS_LIMIT = 200;

/**
 * The recorded steps of a sender's transfer, in order, without those they must not learn of. None has a place in a
 * stream, from which others could be counted. Begins with the request, which the view has; no other event of the sender
 * is read.
 * @throws not_found
 */
@Injectable()
export class GetTimeline {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly getTransaction: GetTransaction,
  ) {}

  async execute(uid: string, transferId: string): Promise<Timeline> {
    const { createdAt } = await this.getTransaction.execute(uid, transferId);
    return readTransactions(async () => {
      const items: TimelineStep[] = [{ event: 'TransferRequested', at: createdAt }];
      const steps = this.log.read<LifecycleEvent>(transferStream(transferId), { limit: STEPS_LIMIT });
      for await (const event of steps)
        if (isInTimeline(event)) items.push({ event: event.type, at: event.metadata.at });
      return { items, nextCursor: null };
    });
  }
}
