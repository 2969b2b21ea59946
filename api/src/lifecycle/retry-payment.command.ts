import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { CommandRunner } from '../commands/command-runner.js';
import type { TransferProgress } from '../kernel/transfers.js';
import type { CardChoice } from '../kernel/cards.js';
import { ChooseCard } from './choose-card.js';
import { termsOfSender } from './own-transfer.js';
import { StartPayment } from './start-payment.command.js';

/** Pays a sender's own transfer that waits for a card. @throws not_found, not_payable, and as ChooseCard does */
export class RetryPayment extends Command<TransferProgress> {
  constructor(
    readonly uid: string,
    readonly transferId: string,
    readonly payment: { readonly choice: CardChoice; readonly requestId: string },
  ) {
    super();
  }
}

@CommandHandler(RetryPayment)
export class RetryPaymentHandler implements ICommandHandler<RetryPayment> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ uid, transferId, payment }: RetryPayment): Promise<TransferProgress> {
    const terms = await termsOfSender(this.runner, uid, transferId);
    const { choice, requestId } = payment;
    const card = await this.queries.execute(new ChooseCard(uid, transferId, { choice, requestId }));
    return this.commands.execute(new StartPayment(terms, { card, requestId }));
  }
}
