import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { v5 as uuidV5 } from 'uuid';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Clock } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import {
  CARDS_LIMIT,
  cardFactsOf,
  cardStateAt,
  type CardChoice,
  type CardFacts,
} from '../../../kernel/money/cards.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { CardPayments, type InspectedCard } from '../../lifecycle/payment/card-payments.js';
import {
  cardsDecider,
  cardsStream,
  type CardRecord,
  sameCard,
  type UndatedCardCommand,
} from './cards.decider.js';
import { requireConfirmedAddress } from './confirmed-address.js';
import { entryLimit } from '../../../kernel/text/entry-limit.js';

/** A card that may be charged. */
export interface ChosenCard {
  readonly paymentMethodRef: string;
  readonly facts: CardFacts;
  /** Authorize so that the processor keeps the card; then record it with `saveUsed`. */
  readonly saveCard: boolean;
  /** The processor's name of its number, which a saved card is looked up for. */
  fingerprint(): Promise<string | null>;
  /** The customer that it belongs to, or is to be saved for; null without one. */
  customer(): Promise<string | null>;
}

const MINUTE_MS = 60_000;
/** New cards of one sender: more than a person owns, too few to test stolen ones. */
const NEW_CARDS = [
  { limit: 30, withinMs: MINUTE_MS },
  { limit: 100, withinMs: 24 * 60 * MINUTE_MS },
] as const;
const COUNTS_LIMIT = 20_000;

interface Count {
  readonly cards: number;
  readonly untilMs: number;
}

/** Which cards may be saved and charged (decision 2), and the customer they belong to. */
@Injectable()
export class Cards {
  /** New cards of a sender in this minute and on this day. */
  private readonly newCardCounts = new LRUCache<string, Count>(entryLimit(COUNTS_LIMIT));

  constructor(
    private readonly runner: CommandRunner,
    private readonly processor: CardPayments,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * The card to charge. A card that is saved already, or over the limit, is charged and not saved again.
   * @throws email_not_confirmed, card_not_found, card_not_debit, card_expired, too_many_requests; ProviderUnknown or
   *   payments_unavailable of the processor
   */
  async resolve(uid: string, choice: CardChoice): Promise<ChosenCard> {
    await requireConfirmedAddress(this.runner, uid);
    if ('cardId' in choice) return this.saved(uid, choice.cardId);
    const { cardToken: paymentMethodRef } = choice;
    const { facts, fingerprint } = await this.accepted(uid, paymentMethodRef);
    const saveCard = choice.saveCard && (await this.isNew(uid, facts));
    return {
      paymentMethodRef,
      facts,
      saveCard,
      fingerprint: () => Promise.resolve(fingerprint),
      customer: () => (saveCard ? this.customerOf(uid) : Promise.resolve(null)),
    };
  }

  /**
   * Records a card that the processor saved during an authorization. Does nothing for a repeat, and for a card that can no
   * longer be saved because it was removed or the list is full.
   */
  async saveUsed(
    uid: string,
    { paymentMethodRef, facts }: { readonly paymentMethodRef: string; readonly facts: CardFacts },
    context: CommandContext,
  ): Promise<void> {
    if (!(await this.isNew(uid, facts))) return;
    const card = cardRecordOf(uid, paymentMethodRef, facts);
    const command: UndatedCardCommand = { type: 'SaveCard', card };
    try {
      await this.runner.execute({ decider: cardsDecider, stream: cardsStream(uid), command, context });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  /** A new card that may be saved and charged. @throws as `resolve` does */
  async accepted(uid: string, paymentMethodRef: string): Promise<InspectedCard> {
    await requireConfirmedAddress(this.runner, uid);
    this.countNew(uid);
    const card = await this.processor.inspect(paymentMethodRef);
    this.requireAccepted(card.facts);
    return card;
  }

  /** The sender's customer at the processor, created with the first card to save. */
  async customerOf(uid: string): Promise<string> {
    const stream = cardsStream(uid);
    const known = await this.runner.query(cardsDecider, stream, (state) => state.customerRef);
    if (known !== null) return known;
    const { customerRef } = await this.processor.createCustomer(uid, `customer:${uid}`);
    const command: UndatedCardCommand = { type: 'RecordCustomer', customerRef };
    const { selected } = await this.runner.execute({
      decider: cardsDecider,
      stream,
      command,
      context: newCommandContext({ kind: 'sender', id: uid }),
      select: (state) => state.customerRef,
    });
    return selected ?? customerRef;
  }

  private async saved(uid: string, cardId: string): Promise<ChosenCard> {
    const { card, customerRef } = await this.runner.query(cardsDecider, cardsStream(uid), (state) => ({
      card: state.cards.find((one) => one.cardId === cardId),
      customerRef: state.customerRef,
    }));
    if (!card) throw new DomainError('card_not_found');
    const facts = cardFactsOf(card);
    this.requireAccepted(facts);
    const { paymentMethodRef } = card;
    return {
      paymentMethodRef,
      facts,
      saveCard: false,
      fingerprint: async () => (await this.processor.inspect(paymentMethodRef)).fingerprint,
      customer: () => Promise.resolve(customerRef),
    };
  }

  private isNew(uid: string, facts: CardFacts): Promise<boolean> {
    return this.runner.query(
      cardsDecider,
      cardsStream(uid),
      ({ cards }) => cards.length < CARDS_LIMIT && !sameCard(cards, facts),
    );
  }

  private countNew(uid: string): void {
    if (this.config.RATE_LIMIT === 'off') return;
    const nowMs = this.clock.now();
    for (const { limit, withinMs } of NEW_CARDS) {
      const key = `${withinMs} ${uid}`;
      const known = this.newCardCounts.get(key);
      const count = known && nowMs < known.untilMs ? known : { cards: 0, untilMs: nowMs + withinMs };
      if (count.cards >= limit)
        throw new DomainError('too_many_requests', { seconds: Math.ceil((count.untilMs - nowMs) / 1_000) });
      this.newCardCounts.set(key, { ...count, cards: count.cards + 1 });
    }
  }

  /** Prepaid cards and cards of unknown funding are refused under every configuration. */
  private requireAccepted(facts: CardFacts): void {
    const { brand, last4, funding } = facts;
    const accepted = this.config.ACCEPTED_CARD_FUNDING;
    if (!accepted.split(',').includes(funding))
      throw new DomainError('card_not_debit', { brand, last4, funding, accepted });
    if (cardStateAt(facts, this.clock.now()) === 'expired') throw new DomainError('card_expired');
  }
}

/** A card under an id of ours, the same for the same reference. */
export function cardRecordOf(uid: string, paymentMethodRef: string, facts: CardFacts): CardRecord {
  return { cardId: uuidV5(paymentMethodRef, uid), paymentMethodRef, ...facts };
}
