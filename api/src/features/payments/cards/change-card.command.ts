import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Clock } from '../../../config/clock.js';
import { savedCardOf, type SavedCard } from '../../../kernel/money/cards.js';
import { cardsDecider, cardsStream, type CardsState, type UndatedCardCommand } from './cards.decider.js';

/**
 * Makes a saved card the default, removes it or undoes that; returns the card, or null once it is removed.
 * @throws not_found also for another sender's card; card_expired for a default; card_removed after the time for undoing
 */
export class ChangeCard extends Command<SavedCard | null> {
  constructor(
    readonly uid: string,
    readonly cardId: string,
    readonly change: { readonly isDefault: true } | 'remove' | 'restore',
  ) {
    super();
  }
}

const TYPES = { remove: 'RemoveCard', restore: 'RestoreCard' } as const;

@CommandHandler(ChangeCard)
export class ChangeCardHandler implements ICommandHandler<ChangeCard> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly clock: Clock,
  ) {}

  async execute({ uid, cardId, change }: ChangeCard): Promise<SavedCard | null> {
    const type = typeof change === 'string' ? TYPES[change] : 'MakeCardDefault';
    const command: UndatedCardCommand = { type, cardId };
    const { selected } = await this.runner.execute({
      decider: cardsDecider,
      stream: cardsStream(uid),
      command,
      context: newCommandContext({ kind: 'sender', id: uid }),
      select: ({ cards, defaultId }: CardsState) => {
        const card = cards.find((one) => one.cardId === cardId);
        return card ? savedCardOf(card, defaultId, this.clock.now()) : null;
      },
    });
    return selected;
  }
}
