import { Injectable } from '@nestjs/common';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { isoInstant } from '../../../config/clock.js';
import { CARD_UNDO_MS } from '../../../kernel/money/cards.js';
import { ApplicationWorker } from '../../../engine/subscriptions/workers/application-worker.js';
import { eachInTurn } from '../../../engine/subscriptions/workers/each-in-turn.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { CardPayments } from '../../lifecycle/payment/card-payments.js';
import { cardsDecider, cardsStream, type RemovedCard, type UndatedCardCommand } from './cards.decider.js';
import { cardsProjection } from './cards.projection.js';

const CHECK_EVERY_MS = 30_000;
/** After the time for undoing, and after the minute by which the clocks of two servers may differ. */
const DETACH_AFTER_MS = CARD_UNDO_MS + 60_000;
/** Most senders per round, the longest waiting first. */
const SENDERS_LIMIT = 100;

/**
 * Removes cards at the processor once their removal can no longer be undone. The removal is the recorded intention: until
 * CardDetached is recorded, every round repeats the call, which is idempotent.
 */
@Injectable()
export class DetachCardsWorker extends ApplicationWorker {
  protected readonly name = 'cards';
  protected readonly everyMs = CHECK_EVERY_MS;

  constructor(
    private readonly views: ViewStore,
    private readonly runner: CommandRunner,
    private readonly processor: CardPayments,
  ) {
    super();
  }

  /** The view only lists the senders. One card at a time, so that an unavailable processor gets one call at a time. */
  async work(signal: AbortSignal): Promise<void> {
    const removedBy = isoInstant(this.clock.now() - DETACH_AFTER_MS);
    const query = { by: 'byRemoval', where: { hasRemoved: true }, to: removedBy, limit: SENDERS_LIMIT };
    const { items } = await this.views.find(cardsProjection, query);
    await eachInTurn(items, signal, async ({ uid }) =>
      eachInTurn(await this.removedBefore(uid, removedBy), signal, (card) => this.detach(uid, card)),
    );
  }

  private removedBefore(uid: string, instant: string): Promise<readonly RemovedCard[]> {
    return this.runner.query(cardsDecider, cardsStream(uid), ({ removed }) =>
      removed.filter(({ removedAt }) => removedAt < instant),
    );
  }

  private async detach(uid: string, { cardId, paymentMethodRef }: RemovedCard): Promise<void> {
    await this.processor.removeCard(paymentMethodRef);
    const command: UndatedCardCommand = { type: 'RecordDetached', cardId };
    await this.runner.execute({
      decider: cardsDecider,
      stream: cardsStream(uid),
      command,
      context: newCommandContext({ kind: 'system', id: 'cards' }),
    });
  }
}
