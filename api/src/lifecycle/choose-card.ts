import { Query } from '@nestjs/cqrs';
import type { CardChoice } from '../kernel/cards.js';
import type { PaymentCard } from './lifecycle-events.rules.js';

/**
 * The card that a sender chose for a transfer, when it may be charged.
 * @throws card_not_found, card_not_debit, card_expired
 */
export class ChooseCard extends Query<PaymentCard> {
  constructor(
    readonly uid: string,
    readonly transferId: string,
    /** A repeat under the same request id gets the card of its attempt, whatever the choice. */
    readonly payment: { readonly choice: CardChoice; readonly requestId: string },
  ) {
    super();
  }
}
