import { Query } from '@nestjs/cqrs';
import type { PaymentCard } from './lifecycle-events.rules.js';

/** How a sender pays: with a saved card, or with one that the processor's frame has just taken. */
export type CardChoice =
  { readonly cardId: string } | { readonly cardToken: string; readonly saveCard: boolean };

/**
 * The card that a sender chose for a transfer, when it may be charged.
 * @throws card_not_found, card_not_debit, card_expired
 */
export class ChooseCard extends Query<PaymentCard> {
  constructor(
    readonly uid: string,
    readonly transferId: string,
    /** The wish: a repeat under the same id gets the card of its attempt, whatever the choice. */
    readonly payment: { readonly choice: CardChoice; readonly requestId: string },
  ) {
    super();
  }
}
