import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import { CountStray } from '../../lifecycle/strays/count-stray.js';
import { registeredAt } from '../../lifecycle/payment/registered-at.js';
import { strayAllowanceDecider, type UndatedStrayAllowance } from './stray-allowance.decider.js';
import type { StrayRelease } from './stray-allowance.saga.js';
import { senderStream } from './transfer.decider.js';

@CommandHandler(CountStray)
export class CountStrayHandler implements ICommandHandler<CountStray> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
  ) {}

  async execute({ stray, context }: CountStray): Promise<void> {
    const { uid, transferId, amountCents, chargedAt: at } = stray;
    if ((await registeredAt(this.log, uid)) === null) return;
    const command: UndatedStrayAllowance = { type: 'CountStray', counted: { transferId, amountCents, at } };
    await this.runner.execute({
      decider: strayAllowanceDecider,
      stream: senderStream(uid),
      command,
      context,
    });
  }
}

/** Releases a counted stray charge, once. */
export class ReleaseStray extends Command<void> {
  constructor(
    readonly release: StrayRelease,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReleaseStray)
export class ReleaseStrayHandler implements ICommandHandler<ReleaseStray> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ release: { uid, ...command }, context }: ReleaseStray): Promise<void> {
    await this.runner.execute({
      decider: strayAllowanceDecider,
      stream: senderStream(uid),
      command,
      context,
    });
  }
}
