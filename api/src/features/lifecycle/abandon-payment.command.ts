import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import type { TransferProgress } from '../../kernel/transfers.js';
import { transferStream } from './lifecycle-events.rules.js';
import { termsOfSender } from './own-transfer.js';
import { readProgress } from './read-progress.js';
import { transferLifecycle } from './transfer-lifecycle.decider.js';

/**
 * Gives up the card of a sender's own transfer whose bank waits for a confirmation (docs/money.md, Payment).
 * @throws not_found, not_payable
 */
export class AbandonPayment extends Command<TransferProgress> {
  constructor(
    readonly uid: string,
    readonly transferId: string,
  ) {
    super();
  }
}

/** Records the intention; the worker ends the attempt at the processor. */
@CommandHandler(AbandonPayment)
export class AbandonPaymentHandler implements ICommandHandler<AbandonPayment> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
  ) {}

  async execute({ uid, transferId }: AbandonPayment): Promise<TransferProgress> {
    await termsOfSender(this.runner, uid, transferId);
    await this.runner.execute({
      decider: transferLifecycle,
      stream: transferStream(transferId),
      command: { type: 'AbandonPayment' },
      context: newCommandContext({ kind: 'sender', id: uid }),
    });
    return readProgress(this.log, transferId);
  }
}
