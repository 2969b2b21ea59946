import { type ICommandHandler, CommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { Tier } from '../../../kernel/money/transfers.js';
import { GetTier } from '../../lifecycle/payment/choose-card.js';
import { senderStream, transferDecider } from '../sending/transfer.decider.js';

/** Reads the tier from the state that decides sends. */
@CommandHandler(GetTier)
export class GetTierHandler implements ICommandHandler<GetTier> {
  constructor(private readonly runner: CommandRunner) {}

  execute({ uid }: GetTier): Promise<Tier> {
    return this.runner.query(transferDecider, senderStream(uid), ({ tier }) => tier);
  }
}
