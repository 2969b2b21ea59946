import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { allowanceDecider } from './allowance.decider.js';
import type { Release } from './allowance.saga.js';
import { senderStream } from './transfer.decider.js';

export class ReleaseAllowance extends Command<void> {
  constructor(
    readonly release: Release,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Records the release on the sender's stream, where limits are decided, if the amount still counts. */
@CommandHandler(ReleaseAllowance)
export class ReleaseAllowanceHandler implements ICommandHandler<ReleaseAllowance> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ release: { uid, ...command }, context }: ReleaseAllowance): Promise<void> {
    await this.runner.execute({ decider: allowanceDecider, stream: senderStream(uid), command, context });
  }
}
