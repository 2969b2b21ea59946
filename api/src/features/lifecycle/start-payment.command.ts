import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import type { TransferProgress } from '../../kernel/transfers.js';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import { transferStream, type PaymentCard, type Terms } from './lifecycle-events.rules.js';
import { initialProgress, progressAfter } from './progress.rules.js';
import { readProgress } from './read-progress.js';
import { transferLifecycle } from './transfer-lifecycle.decider.js';

/** The card that pays, and the request's id: a repeat under the same id is the same attempt. */
export interface ChosenCard {
  readonly card: PaymentCard;
  readonly requestId: string;
}

/** Pays a requested transfer by card, or records that it waits for one. Returns the sender's view of it. */
export class StartPayment extends Command<TransferProgress> {
  constructor(
    readonly terms: Terms,
    readonly chosen: ChosenCard | null,
  ) {
    super();
  }
}

/** Records the intention to authorize; the worker makes the call. @throws not_payable */
@CommandHandler(StartPayment)
export class StartPaymentHandler implements ICommandHandler<StartPayment> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly log: EncryptedEventLog,
  ) {}

  async execute({ terms, chosen }: StartPayment): Promise<TransferProgress> {
    const command: UndatedLifecycleCommand = chosen
      ? { type: 'RequestPayment', terms, ...chosen }
      : { type: 'AwaitPayment', terms };
    const { events } = await this.runner.execute({
      decider: transferLifecycle,
      stream: transferStream(terms.transferId),
      command,
      context: newCommandContext({ kind: 'sender', id: terms.uid }),
    });
    // These are the stream's first events, so there is nothing else to read.
    if (events[0]?.revision === 0n) return events.reduce(progressAfter, initialProgress());
    return readProgress(this.log, terms.transferId);
  }
}
