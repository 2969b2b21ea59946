import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CardUser } from '../../../http/edge/caller-network.js';
import type { CardChoice } from '../../../kernel/money/cards.js';
import type { StreamEvent } from '../../../event-sourcing/event.js';
import type { Send, TransferProgress } from '../../../kernel/money/transfers.js';
import { ChooseCard } from '../../lifecycle/payment/choose-card.js';
import { termsOf } from '../../lifecycle/state/lifecycle-events.rules.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { AttemptTransfer, transferIdOf } from './attempt-transfer.command.js';
import { FreeingAllowance } from '../quotes/freeing-allowance.js';
import type { TransferRequested } from './transfer.decider.js';

/** Names the payment of the request itself; later attempts have the keys of their own requests. */
const FIRST_ATTEMPT = 'request';

/** The recorded request, and how far its payment is. */
export interface Sent {
  readonly request: StreamEvent<TransferRequested>;
  /** null: requested before card payment. */
  readonly progress: TransferProgress | null;
}

/** Sends money; a repeat of the key returns the same transfer. @throws the recorded refusal, and as ChooseCard does */
export class SendMoney extends Command<Sent> {
  constructor(
    readonly user: CardUser,
    readonly idempotencyKey: string,
    readonly order: {
      readonly send: Send;
      /** The total that the sender agreed to pay. */
      readonly agreedTotalCents: number;
      /** null: the transfer waits for a card. */
      readonly choice: CardChoice | null;
    },
  ) {
    super();
  }
}

/** Chooses the card, decides the send on the sender's stream, then records on the transfer's own how it is paid. */
@CommandHandler(SendMoney)
export class SendMoneyHandler implements ICommandHandler<SendMoney> {
  constructor(
    private readonly commands: CommandBus,
    private readonly freeing: FreeingAllowance,
    private readonly transfers: Transfers,
  ) {}

  async execute({ user, idempotencyKey, order }: SendMoney): Promise<Sent> {
    const { send, agreedTotalCents, choice } = order;
    const { uid } = user;
    const transferId = transferIdOf(uid, idempotencyKey);
    await this.freeing.requireFreed(uid, transferId, send.amountCents);
    const payment = choice && { choice, requestId: FIRST_ATTEMPT };
    const card = payment && (await this.commands.execute(new ChooseCard(user, transferId, payment)));
    const request = await this.commands.execute(
      new AttemptTransfer(uid, idempotencyKey, { send, agreedTotalCents }),
    );
    if (!request) throw new Error(`The send under ${idempotencyKey} was neither accepted nor refused`);
    if (!request.data.awaitsPayment) return { request, progress: null };
    const chosen = card && { card, requestId: FIRST_ATTEMPT };
    return { request, progress: await this.transfers.pay(termsOf(request), chosen) };
  }
}
