import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { ChooseCard, GetTier } from '../lifecycle/payment/choose-card.js';
import { transferStream, type PaymentCard } from '../lifecycle/state/lifecycle-events.rules.js';
import { transferLifecycle } from '../lifecycle/state/transfer-lifecycle.decider.js';
import { CardDeclines } from './card-declines.js';
import { Cardholders } from './cards/cardholders.js';
import { Cards } from './cards/cards.js';

/** Queries the processor about the card, except for a repeat: its token may be used up. */
@CommandHandler(ChooseCard)
export class ChooseCardHandler implements ICommandHandler<ChooseCard> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly commands: CommandBus,
    private readonly cards: Cards,
    private readonly cardholders: Cardholders,
    private readonly declines: CardDeclines,
  ) {}

  async execute({ user, transferId, payment }: ChooseCard): Promise<PaymentCard> {
    const { choice, requestId } = payment;
    const { uid } = user;
    const known = await this.runner.query(transferLifecycle, transferStream(transferId), (state) =>
      state.payment?.requestId === requestId ? state.payment.card : null,
    );
    if (known) return known;
    await this.declines.requireRoom(user);
    const { paymentMethodRef, facts, saveCard, ...card } = await this.cards.resolve(uid, choice);
    const isVerified = (await this.commands.execute(new GetTier(uid))) === 'verified';
    if (!isVerified) await this.cardholders.use(await card.fingerprint(), { uid, transferId });
    await this.declines.expectFrom(user, transferId);
    return { ...facts, paymentMethodRef, customerRef: await card.customer(), saveCard };
  }
}
