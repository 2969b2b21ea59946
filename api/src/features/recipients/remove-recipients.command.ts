import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { type RemoveAllCommand, recipientsDecider, recipientsStream } from './recipients.decider.js';

/** Removes every recipient saved in an account, for the owner who takes it over from a stranger. */
export class RemoveRecipients extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

@CommandHandler(RemoveRecipients)
export class RemoveRecipientsHandler implements ICommandHandler<RemoveRecipients> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ uid }: RemoveRecipients): Promise<void> {
    const command: Omit<RemoveAllCommand, 'at'> = { type: 'removeAll' };
    await this.runner.execute({
      decider: recipientsDecider,
      stream: recipientsStream(uid),
      command,
      context: newCommandContext({ kind: 'system', id: 'accounts' }),
    });
  }
}
