import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Clock, isoInstant } from '../../../config/clock.js';
import type { CardUser } from '../../../http/edge/caller-network.js';
import { savedCardOf, type SavedCard } from '../../../kernel/money/cards.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { CardPayments } from '../../lifecycle/payment/card-payments.js';
import { CardDeclines } from '../card-declines.js';
import {
  type CardRecord,
  cardsDecider,
  cardsStream,
  type CardsState,
  sameCard,
  type UndatedCardCommand,
} from './cards.decider.js';
import { cardRecordOf, Cards } from './cards.js';

/**
 * Saves a card that the processor's frame has taken; a card that is saved already is returned as it is.
 * @throws email_not_confirmed, card_not_found, card_not_debit, card_expired, card_declined, too_many_cards,
 *   too_many_requests, too_many_declines
 */
export class SaveCard extends Command<SavedCard> {
  constructor(
    readonly user: CardUser,
    readonly token: string,
  ) {
    super();
  }
}

@CommandHandler(SaveCard)
export class SaveCardHandler implements ICommandHandler<SaveCard> {
  constructor(
    private readonly clock: Clock,
    private readonly cards: Cards,
    private readonly processor: CardPayments,
    private readonly runner: CommandRunner,
    private readonly declines: CardDeclines,
  ) {}

  async execute({ user, token }: SaveCard): Promise<SavedCard> {
    const { uid } = user;
    await this.declines.requireRoom(user);
    const { facts } = await this.cards.accepted(uid, token);
    const card = cardRecordOf(uid, token, facts);
    const isNew = await this.isNew(uid, card);
    if (isNew) {
      const customerRef = await this.cards.customerOf(uid);
      await this.processor
        .saveCard({ paymentMethodRef: token, customerRef }, `card:${card.cardId}`)
        .catch(async (error: unknown) => {
          if (error instanceof DomainError && error.code === 'card_declined') await this.declines.count(user);
          throw error;
        });
    }
    const command: UndatedCardCommand = { type: 'SaveCard', card };
    const { selected } = await this.runner.execute({
      decider: cardsDecider,
      stream: cardsStream(uid),
      command,
      context: newCommandContext({ kind: 'sender', id: uid }),
      select: (state: CardsState) => this.savedIn(state, card),
    });
    // The same card was saved under another reference in the meantime.
    if (isNew && selected.id !== card.cardId) await this.processor.removeCard(token);
    return selected;
  }

  /** Decides before the processor keeps the card, so that a refusal leaves nothing there. */
  private isNew(uid: string, card: CardRecord): Promise<boolean> {
    const command = { type: 'SaveCard', card, at: isoInstant(this.clock.now()) } as const;
    return this.runner.query(cardsDecider, cardsStream(uid), (state) =>
      cardsDecider.decide(command, state).some(({ type }) => type === 'CardSaved'),
    );
  }

  private savedIn(state: CardsState, card: CardRecord): SavedCard {
    return savedCardOf(sameCard(state.cards, card) ?? card, state.defaultId, this.clock.now());
  }
}
