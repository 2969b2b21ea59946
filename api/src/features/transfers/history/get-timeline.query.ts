import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { TimelineStep, Timeline } from '../../../kernel/money/transfers.js';
import { GetTransaction } from './get-transaction.query.js';
import { isInTimeline } from '../../lifecycle/state/progress.rules.js';
import { transferStream, type LifecycleEvent } from '../../lifecycle/state/lifecycle-events.rules.js';
import { readTransactions } from './transactions-failure.js';

/** Most steps shown of the transfer's own stream. */
const STEPS_LIMIT = 200;

/**
 * The recorded steps of a sender's transfer, in order, without those they must not learn of. None has a place in a stream,
 * from which others could be counted. @throws not_found
 */
export class GetTimeline extends Query<Timeline> {
  constructor(
    readonly uid: string,
    readonly transferId: string,
  ) {
    super();
  }
}

/** Begins with the request, which the view has; no other event of the sender is read. */
@QueryHandler(GetTimeline)
export class GetTimelineHandler implements IQueryHandler<GetTimeline> {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly queries: QueryBus,
  ) {}

  async execute({ uid, transferId }: GetTimeline): Promise<Timeline> {
    const { createdAt } = await this.queries.execute(new GetTransaction(uid, transferId));
    return readTransactions(async () => {
      const items: TimelineStep[] = [{ event: 'TransferRequested', at: createdAt }];
      const steps = this.log.read<LifecycleEvent>(transferStream(transferId), { limit: STEPS_LIMIT });
      for await (const event of steps)
        if (isInTimeline(event)) items.push({ event: event.type, at: event.metadata.at });
      return { items, nextCursor: null };
    });
  }
}
