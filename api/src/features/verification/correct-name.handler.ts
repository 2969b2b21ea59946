import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { CorrectName } from '../access/correct-name.js';
import { senderStream, verificationDecider } from './verification.decider.js';

@CommandHandler(CorrectName)
export class CorrectNameHandler implements ICommandHandler<CorrectName> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ uid, name }: CorrectName): Promise<void> {
    await this.runner.execute({
      decider: verificationDecider,
      stream: senderStream(uid),
      command: { type: 'CorrectName', ...name },
      context: newCommandContext({ kind: 'sender', id: uid }),
    });
  }
}
