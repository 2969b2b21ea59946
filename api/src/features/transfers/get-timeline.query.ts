import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import type { TimelineStep, Timeline } from '../../kernel/transfers.js';
import { GetTransaction } from './get-transaction.query.js';
import { isHiddenFromSender } from '../lifecycle/progress.rules.js';
import { transferStream } from '../lifecycle/lifecycle-events.rules.js';
import { readTransactions } from './transactions-failure.js';
import { senderStream } from './transfer.decider.js';

/** Most steps shown of the transfer's own stream. */
const STEPS_LIMIT = 200;

/** The recorded steps of a sender's transfer, in order, numbered without those they must not learn of. @throws not_found */
export class GetTimeline extends Query<Timeline> {
  constructor(
    readonly uid: string,
    readonly transferId: string,
  ) {
    super();
  }
}

/** The view has the revisions of the transfer's events, so no other event of the sender is read. */
@QueryHandler(GetTimeline)
export class GetTimelineHandler implements IQueryHandler<GetTimeline> {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly queries: QueryBus,
  ) {}

  async execute({ uid, transferId }: GetTimeline): Promise<Timeline> {
    const { revisions } = await this.queries.execute(new GetTransaction(uid, transferId));
    return readTransactions(async () => {
      const events: RecordedEvent[] = [];
      for (const revision of revisions)
        for await (const event of this.log.read(senderStream(uid), { from: BigInt(revision), limit: 1 }))
          events.push(event);
      let hidden = 0n;
      for await (const event of this.log.read(transferStream(transferId), { limit: STEPS_LIMIT }))
        if (isHiddenFromSender(event)) hidden += 1n;
        // A gap in the numbers would reveal that there is an event.
        else events.push({ ...event, revision: event.revision - hidden });
      events.sort((one, other) => (one.position < other.position ? -1 : 1));
      return { items: events.map(stepOf), nextCursor: null };
    });
  }
}

/** Without the position in the log: what others recorded between two steps could be counted. */
function stepOf({ type, stream, revision, metadata }: RecordedEvent): TimelineStep {
  return { event: type, stream, revision: String(revision), at: metadata.at };
}
