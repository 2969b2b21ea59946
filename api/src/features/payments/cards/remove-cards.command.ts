import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { cardsDecider, cardsStream, type UndatedCardCommand } from './cards.decider.js';

/** Removes every card saved in an account, for the owner who takes it over from a stranger. */
export class RemoveCards extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

@CommandHandler(RemoveCards)
export class RemoveCardsHandler implements ICommandHandler<RemoveCards> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ uid }: RemoveCards): Promise<void> {
    const command: UndatedCardCommand = { type: 'RemoveAllCards' };
    await this.runner.execute({
      decider: cardsDecider,
      stream: cardsStream(uid),
      command,
      context: newCommandContext({ kind: 'system', id: 'accounts' }),
    });
  }
}
