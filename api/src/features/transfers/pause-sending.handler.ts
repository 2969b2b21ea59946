import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { PauseSending } from '../lifecycle/pause-sending.js';
import { pauseDecider } from './pause.decider.js';
import { senderStream } from './transfer.decider.js';

@CommandHandler(PauseSending)
export class PauseSendingHandler implements ICommandHandler<PauseSending> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ pause, context }: PauseSending): Promise<void> {
    const stream = senderStream(pause.uid);
    await this.runner.execute({ decider: pauseDecider, stream, command: pause, context });
  }
}
