import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { Features } from '../../event-sourcing/event-sourcing.module.js';
import { caseIn } from '../../kernel/staff/access-reasons.js';
import { DomainError } from '../../kernel/domain-error.js';
import { maskName, maskText } from '../../kernel/text/masks.js';
import type { Replay, ReplayStep, ReplaySubject } from '../../kernel/staff/replay.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { accountsProjection } from '../accounts/account/accounts.projection.js';
import { transferStream } from '../lifecycle/state/lifecycle-events.rules.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { caseStream } from '../review/cases/case-events.rules.js';
import { masked } from './masked-replay.rules.js';
import { replayOf } from './replay.js';
import { attemptIds, eventsAround } from './replayed-events.js';
import { senderStream } from '../access/sender-stream.rules.js';
import {
  newestCasesOf,
  suspiciousTransactionsProjection,
} from '../review/cases/suspicious-transactions.projection.js';

/** Most transfers in the replay of a sender: those of the case that is its reason, then the newest. */
const LIVES_LIMIT = 100;
/** Most events per stream that a replay folds; a longer history is refused. */
export const REPLAY_EVENTS_LIMIT = 20_000;

/**
 * Every step of a sender's or a transfer's history in store order, personal texts masked; call LogHistoryReplay first.
 * @throws not_found, history_too_long
 */
@Injectable()
export class GetReplay {
  private readonly declarations: ReadonlyMap<string, Features['events'][number]>;

  constructor(
    private readonly log: EncryptedEventLog,
    private readonly views: ViewStore,
    private readonly features: Features,
    private readonly config: Config,
  ) {
    this.declarations = new Map(features.events.map((declaration) => [declaration.type, declaration]));
  }

  /**
   * @param subject `transferId` null: the sender's whole history
   * @param access as LogHistoryReplay recorded it
   */
  async execute(
    { uid, transferId }: { readonly uid: string; readonly transferId: string | null },
    access: Pick<Replay, 'reason' | 'recordedAt'>,
  ): Promise<Replay> {
    const [account, sender, preferences] = await Promise.all(
      [`account-${uid}`, senderStream(uid), `preferences-${uid}`].map((stream) => this.eventsOf(stream)),
    );
    const lives = transferId === null ? await this.livesOf(sender ?? [], access.reason) : [transferId];
    const others = await Promise.all([
      ...lives.map((id) => this.eventsOf(transferStream(id))),
      ...(await this.casesOf(uid)).map((id) => this.eventsOf(caseStream(id))),
    ]);
    const events = [account, sender, preferences, ...others]
      .flatMap((history) => history ?? [])
      .sort((one, other) => (one.position < other.position ? -1 : 1));
    if (events.length === 0) throw new DomainError('not_found');
    return {
      uid,
      displayName: await this.nameOf(uid),
      transfer: transferId === null ? null : await this.subjectOf(transferId),
      ...access,
      eventStoreUi: this.config.ESDB_UI_URL ?? null,
      steps: this.stepsOf(events, transferId),
    };
  }

  private stepsOf(events: readonly RecordedEvent[], transferId: string | null): ReplayStep[] {
    const steps = replayOf(events, {
      projections: this.features.projections,
      verifiedWeeklyLimitCents: this.config.VERIFIED_WEEKLY_LIMIT_CENTS ?? null,
      ...(transferId !== null && { only: eventsAround(transferId, events) }),
    });
    return steps.map((step) => masked(step, this.declarations));
  }

  private async livesOf(sender: readonly RecordedEvent[], reason: string): Promise<readonly string[]> {
    const caseId = caseIn(reason);
    const ofCase = caseId === null ? [] : await this.eventsOf(caseStream(caseId));
    const newest = sender
      .filter(({ type }) => type === 'TransferRequested')
      .toReversed()
      .flatMap(attemptIds);
    return [...new Set([...ofCase.flatMap(attemptIds), ...newest])].slice(0, LIVES_LIMIT);
  }

  private async casesOf(uid: string): Promise<readonly string[]> {
    const { items } = await this.views.find(suspiciousTransactionsProjection, newestCasesOf(uid));
    return items.map(({ id }) => id);
  }

  private async nameOf(uid: string): Promise<string> {
    return maskName(await this.views.get(accountsProjection, uid));
  }

  private async subjectOf(transferId: string): Promise<ReplaySubject | null> {
    const transfer = await this.views.get(transactionsProjection, transferId);
    if (!transfer) return null;
    const { id, amount, platform, recipient, status } = transfer;
    return { id, amount, platform, recipient: maskText(recipient), status };
  }

  private async eventsOf(stream: string): Promise<readonly RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const event of this.log.read(stream, { limit: REPLAY_EVENTS_LIMIT + 1 })) events.push(event);
    if (events.length > REPLAY_EVENTS_LIMIT)
      throw new DomainError('history_too_long', { limit: REPLAY_EVENTS_LIMIT });
    return events;
  }
}
