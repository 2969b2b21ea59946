import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { within } from '../../../engine/waiting/time-limit.js';
import { ProviderUnknown } from '../../../engine/providers/provider-unknown.js';
import { disputeIn } from '../worker/notices.rules.js';
import { CardPayments, type PaymentWebhook } from '../payment/card-payments.js';
import { Transfers } from '../state/transfers.js';

/** Longest that a person waits for the processor. */
const ANSWER_LIMIT_MS = 2_000;
const SYSTEM = { kind: 'system', id: 'disputes' } as const;

/** Asks the processor for the disputes of a transfer's charge and records those that no webhook has reported. */
export class AskForDisputes extends Command<void> {
  constructor(readonly transferId: string) {
    super();
  }
}

/** Before money leaves by a person's decision. Without a response the log decides, and the daily run queries again. */
@CommandHandler(AskForDisputes)
export class AskForDisputesHandler implements ICommandHandler<AskForDisputes> {
  constructor(
    private readonly transfers: Transfers,
    private readonly processor: CardPayments,
  ) {}

  async execute({ transferId }: AskForDisputes): Promise<void> {
    const { payment } = await this.transfers.stateOf(transferId);
    if (!payment?.paymentRef) return;
    for (const dispute of await this.disputesOf(payment.paymentRef)) {
      const command = disputeIn(dispute);
      if (command) await this.transfers.decide(transferId, SYSTEM, command);
    }
  }

  private disputesOf(paymentRef: string): Promise<readonly PaymentWebhook[]> {
    const tooLate = () => new ProviderUnknown('The card processor did not list the disputes in time');
    return within(this.processor.disputesOf(paymentRef), ANSWER_LIMIT_MS, tooLate).catch((error: unknown) => {
      if (error instanceof ProviderUnknown) return [];
      throw error;
    });
  }
}
