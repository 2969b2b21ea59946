import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../commands/command-runner.js';
import { ChooseCard } from '../lifecycle/choose-card.js';
import { transferStream, type PaymentCard } from '../lifecycle/lifecycle-events.rules.js';
import { transferLifecycle } from '../lifecycle/transfer-lifecycle.decider.js';
import { Cards } from './cards/cards.js';

/** Queries the processor about the card, except for a repeat, whose token may be used up. */
@QueryHandler(ChooseCard)
export class ChooseCardHandler implements IQueryHandler<ChooseCard> {
  constructor(
    private readonly cards: Cards,
    private readonly runner: CommandRunner,
  ) {}

  async execute({ uid, transferId, payment: { choice, requestId } }: ChooseCard): Promise<PaymentCard> {
    const known = await this.runner.query(transferLifecycle, transferStream(transferId), (state) =>
      state.payment?.requestId === requestId ? state.payment.card : null,
    );
    if (known) return known;
    const { card, facts, saveCard } = await this.cards.resolve(uid, choice);
    return { ...card, ...facts, saveCard };
  }
}
