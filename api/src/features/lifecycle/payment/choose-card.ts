import { Command } from '@nestjs/cqrs';
import type { CardUser } from '../../../http/edge/caller-network.js';
import type { CardChoice } from '../../../kernel/money/cards.js';
import type { Tier } from '../../../kernel/money/transfers.js';
import type { PaymentCard } from '../state/lifecycle-events.rules.js';

/** How a sender pays. */
export interface CardRequest {
  readonly choice: CardChoice;
  /** A repeat under the same request id gets the card of its attempt, regardless of the choice. */
  readonly requestId: string;
}

/**
 * The card that a sender chose for a transfer, when it may be charged; for an unverified sender its use is recorded.
 * @throws email_not_confirmed, card_not_found, card_not_debit, card_expired, card_used_elsewhere,
 *   too_many_declines, too_many_requests
 */
export class ChooseCard extends Command<PaymentCard> {
  constructor(
    readonly user: CardUser,
    readonly transferId: string,
    readonly payment: CardRequest,
  ) {
    super();
  }
}

/** Whether a sender's identity is verified, as their own stream decides it. */
export class GetTier extends Command<Tier> {
  constructor(readonly uid: string) {
    super();
  }
}
