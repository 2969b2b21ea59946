import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import type { CardUser } from '../../http/caller-network.js';
import type { TransferProgress } from '../../kernel/transfers.js';
import { type CardRequest, ChooseCard } from './choose-card.js';
import { termsOfSender } from './own-transfer.js';
import { StartPayment } from './start-payment.command.js';

/** Pays a sender's own transfer that waits for a card. @throws not_found, not_payable, and as ChooseCard does */
export class RetryPayment extends Command<TransferProgress> {
  constructor(
    readonly user: CardUser,
    readonly transferId: string,
    readonly payment: CardRequest,
  ) {
    super();
  }

  get uid(): string {
    return this.user.uid;
  }
}

@CommandHandler(RetryPayment)
export class RetryPaymentHandler implements ICommandHandler<RetryPayment> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly commands: CommandBus,
  ) {}

  async execute({ user, transferId, payment }: RetryPayment): Promise<TransferProgress> {
    const terms = await termsOfSender(this.runner, user.uid, transferId);
    const { requestId } = payment;
    const card = await this.commands.execute(new ChooseCard(user, transferId, payment));
    return this.commands.execute(new StartPayment(terms, { card, requestId }));
  }
}
