import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Config } from '../../config/config.js';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import type { Replay } from '../../kernel/compliance.js';
import { DomainError } from '../../kernel/domain-error.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { transferStream } from '../lifecycle/lifecycle-events.rules.js';
import { caseStream, type CaseEvent } from './case-events.rules.js';
import { replayOf } from './replay.js';
import { senderStream } from './sender-stream.js';

/** Most transfers of a case whose lives a replay has. */
const LIVES_LIMIT = 100;
/** Most events per stream that a replay folds; a longer history is refused. */
export const REPLAY_EVENTS_LIMIT = 20_000;

export class GetReplay extends Query<Replay> {
  constructor(
    readonly uid: string,
    /** The case that is the reason: the lives of its transfers are part of the replay. */
    readonly caseId: string,
  ) {
    super();
  }
}

/**
 * Every step of a sender's history and of the lives of a case's transfers in store order; call LogHistoryReplay first.
 * @throws not_found
 */
@QueryHandler(GetReplay)
export class GetReplayHandler implements IQueryHandler<GetReplay> {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly features: Features,
    private readonly config: Config,
  ) {}

  async execute({ uid, caseId }: GetReplay): Promise<Replay> {
    const lives = await this.livesOf(caseId);
    const streams = [`account-${uid}`, senderStream(uid), `preferences-${uid}`, ...lives];
    const histories = await Promise.all(streams.map((stream) => this.eventsOf(stream)));
    const events = histories.flat().sort((one, other) => (one.position < other.position ? -1 : 1));
    if (events.length === 0) throw new DomainError('not_found');
    const steps = replayOf(events, {
      projections: this.features.projections,
      verifiedWeeklyLimitCents: this.config.VERIFIED_WEEKLY_LIMIT_CENTS ?? null,
    });
    return { uid, steps };
  }

  /** The streams of the case's accepted transfers. */
  private async livesOf(caseId: string): Promise<readonly string[]> {
    const accepted = new Set<string>();
    const alerts = this.log.read<CaseEvent>(caseStream(caseId), { limit: REPLAY_EVENTS_LIMIT });
    for await (const { type, data } of alerts) {
      if (type !== 'SuspiciousTransactionRaised' && type !== 'AlertTransactionsAdded') continue;
      for (const { transferId, refused } of data.transactions) if (!refused) accepted.add(transferId);
    }
    return [...accepted].slice(0, LIVES_LIMIT).map(transferStream);
  }

  private async eventsOf(stream: string): Promise<readonly RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const event of this.log.read(stream, { limit: REPLAY_EVENTS_LIMIT + 1 })) events.push(event);
    if (events.length > REPLAY_EVENTS_LIMIT)
      throw new DomainError('history_too_long', { limit: REPLAY_EVENTS_LIMIT });
    return events;
  }
}
