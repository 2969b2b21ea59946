import { Injectable } from '@nestjs/common';
import { ApplicationWorker } from '../../../engine/subscriptions/workers/application-worker.js';
import { eachInTurn } from '../../../engine/subscriptions/workers/each-in-turn.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { type CardsDocument, cardsProjection } from '../../payments/cards/cards.projection.js';
import { expiringCardOf, mayExpireBefore } from './card-mail.js';
import { Outbox } from './outbox.js';

const HOUR_MS = 60 * 60 * 1_000;

/** Queues a mail about each card that expires, once per card: no event happens when one begins to. */
@Injectable()
export class CardRemindersWorker extends ApplicationWorker {
  protected readonly name = 'card-reminders';
  protected readonly everyMs = HOUR_MS;

  constructor(
    private readonly views: ViewStore,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async work(signal: AbortSignal): Promise<void> {
    if (this.providers.smtpUrl === null) return;
    const nowMs = this.clock.now();
    for await (const page of pagesOf(this.views, cardsProjection, mayExpireBefore(nowMs))) {
      await eachInTurn(page, signal, (document) => this.remind(document, nowMs));
      if (signal.aborted) return;
    }
  }

  /** The outbox keeps what it sent for longer than a card is expiring, so that a repeat adds nothing. */
  private async remind(document: CardsDocument, nowMs: number): Promise<void> {
    const card = expiringCardOf(document, nowMs);
    if (!card) return;
    const { uid } = document;
    const { cardId } = card;
    await this.outbox.addAbout({ cardId }, cardId, { kind: 'card-expiring', to: { uid } });
  }
}
