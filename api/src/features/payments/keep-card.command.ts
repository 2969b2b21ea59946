import { cardFactsOf } from '../../kernel/money/cards.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '../../event-sourcing/decider.js';
import { Cards } from './cards/cards.js';
import type { KeptCard } from './keep-card.saga.js';

export class KeepCard extends Command<void> {
  constructor(
    readonly kept: KeptCard,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(KeepCard)
export class KeepCardHandler implements ICommandHandler<KeepCard> {
  constructor(private readonly cards: Cards) {}

  async execute({ kept: { uid, card }, context }: KeepCard): Promise<void> {
    const { paymentMethodRef } = card;
    await this.cards.saveUsed(uid, { paymentMethodRef, facts: cardFactsOf(card) }, context);
  }
}
