import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../kernel/domain-error.js';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import type { Advance } from './lifecycle.saga.js';
import { Screening } from '../payment/screening.js';
import { TransferWorker } from './transfer.worker.js';
import { Transfers } from '../state/transfers.js';

export class AdvanceTransfer extends Command<void> {
  constructor(
    readonly advance: Advance,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Records the intention that follows from a fact and wakes the worker. */
@CommandHandler(AdvanceTransfer)
export class AdvanceTransferHandler implements ICommandHandler<AdvanceTransfer> {
  constructor(
    private readonly transfers: Transfers,
    private readonly worker: TransferWorker,
    private readonly screening: Screening,
  ) {}

  async execute({ advance: { transferId, decision }, context }: AdvanceTransfer): Promise<void> {
    if (decision?.type === 'RequestCapture') await this.screening.rulesCaughtUp();
    if (decision) await this.transfers.decide(transferId, context, decision).catch(unlessRefused);
    this.worker.wake(transferId);
  }
}

/** A decision that comes too late, as the cancel of a delivered transfer, changes nothing. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}
