import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '../../../config/clock.js';
import { savedCardsOf, type SavedCards } from '../../../kernel/money/cards.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { cardsProjection } from './cards.projection.js';

/** A sender's saved cards, the default first, then the newest. */
export class GetCards extends Query<SavedCards> {
  constructor(readonly uid: string) {
    super();
  }
}

@QueryHandler(GetCards)
export class GetCardsHandler implements IQueryHandler<GetCards> {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  async execute({ uid }: GetCards): Promise<SavedCards> {
    const document = await this.views.get(cardsProjection, uid);
    return { items: document ? savedCardsOf(document, this.clock.now()) : [] };
  }
}
