import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { savedCardsOf, type SavedCards } from '../../../kernel/money/cards.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { cardsProjection } from './cards.projection.js';

/** A sender's saved cards, the default first, then the newest. */
@Injectable()
export class GetCards {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  async execute(uid: string): Promise<SavedCards> {
    const document = await this.views.get(cardsProjection, uid);
    return { items: document ? savedCardsOf(document, this.clock.now()) : [] };
  }
}
