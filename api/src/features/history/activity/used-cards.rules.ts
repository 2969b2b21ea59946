import { streamId, type RecordedEvent } from '../../../event-sourcing/event.js';
import type { CardFacts } from '../../../kernel/money/cards.js';
import { transferStream, type LifecycleEvent } from '../../lifecycle/state/lifecycle-events.rules.js';
import type { CardUse } from '../../payments/cards/card-uses.projection.js';

type NamedCard = Pick<CardFacts, 'brand' | 'last4' | 'expMonth' | 'expYear'>;

/** A card that a sender saved or paid with. */
export interface UsedCard extends Pick<CardFacts, 'brand' | 'last4'> {
  readonly isSaved: boolean;
  /** Null for one that was never used. */
  readonly firstUsedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly paid: number;
  readonly declined: number;
  /** By which other senders of the card are found; null where none was recorded. */
  readonly cardIndex: string | null;
}

/** A sender's cards from the events of their transfers, the last used first, then the saved ones that were never used. */
export function usedCards(
  events: readonly RecordedEvent[],
  { saved, uses }: { readonly saved: readonly NamedCard[]; readonly uses: readonly CardUse[] },
): readonly UsedCard[] {
  const cards = new Map(saved.map((card) => [identityOf(card), unused(card)]));
  const charged = new Map<string, string>();
  const change = (identity: string | undefined, changed: (card: UsedCard) => Partial<UsedCard>) => {
    const card = cards.get(identity ?? '');
    if (card) cards.set(identity ?? '', { ...card, ...changed(card) });
  };
  for (const event of events) {
    if (!isOfTransfer(event)) continue;
    const transferId = streamId(event.stream);
    if (event.type === 'PaymentRequested') {
      const { attempt, card: facts } = event.data;
      const { at } = event.metadata;
      const identity = identityOf(facts);
      charged.set(`${transferId} ${String(attempt)}`, identity).set(transferId, identity);
      if (!cards.has(identity)) cards.set(identity, { ...unused(facts), isSaved: false });
      change(identity, ({ firstUsedAt, cardIndex }) => ({
        firstUsedAt: firstUsedAt ?? at,
        lastUsedAt: at,
        cardIndex: cardIndex ?? indexOf(uses, { transferId, at, taken: indexesOf(cards) }),
      }));
    }
    if (event.type === 'PaymentDeclined')
      change(charged.get(`${transferId} ${String(event.data.attempt)}`), ({ declined }) => ({
        declined: declined + 1,
      }));
    if (event.type === 'PaymentCaptured') change(charged.get(transferId), ({ paid }) => ({ paid: paid + 1 }));
  }
  return [...cards.values()].sort((one, other) =>
    (one.lastUsedAt ?? '') < (other.lastUsedAt ?? '') ? 1 : -1,
  );
}

const isOfTransfer = (event: RecordedEvent): event is RecordedEvent<LifecycleEvent> =>
  event.stream.startsWith(transferStream.prefix);

const unused = ({ brand, last4 }: NamedCard): UsedCard => ({
  brand,
  last4,
  isSaved: true,
  firstUsedAt: null,
  lastUsedAt: null,
  paid: 0,
  declined: 0,
  cardIndex: null,
});

const indexesOf = (cards: ReadonlyMap<string, UsedCard>): ReadonlySet<string> =>
  new Set([...cards.values()].flatMap(({ cardIndex }) => cardIndex ?? []));

/**
 * A use is recorded just before the payment is requested; an earlier one of the transfer, or one that another card has already,
 * was by that card: a verified sender's payments record none.
 */
const indexOf = (
  uses: readonly CardUse[],
  {
    transferId,
    at,
    taken,
  }: { readonly transferId: string; readonly at: string; readonly taken: ReadonlySet<string> },
): string | null =>
  uses
    .filter((use) => use.transferId === transferId && use.at <= at && !taken.has(use.cardIndex))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .at(-1)?.cardIndex ?? null;

const identityOf = ({ brand, last4, expMonth, expYear }: NamedCard): string =>
  JSON.stringify([brand, last4, expMonth, expYear]);
