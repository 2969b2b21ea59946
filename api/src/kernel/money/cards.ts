/** How a card is funded. Prepaid and unknown ones are always refused (decision 2). */
export type CardFunding = 'credit' | 'debit' | 'prepaid' | 'unknown';

/** What tells a sender which card it is. */
export class ShownCard {
  /** The network in lower case. @example "visa" */
  readonly brand!: string;
  /** @example "5556" */
  readonly last4!: string;
}

/** What may be known and shown of a card; never its number or security code. */
export class CardFacts extends ShownCard {
  /** 1 to 12. @example 4 */
  readonly expMonth!: number;
  /** @example 2028 */
  readonly expYear!: number;
  readonly funding!: CardFunding;
}

/** Only the facts of a card, from an object that has more. */
export const cardFactsOf = ({ brand, last4, expMonth, expYear, funding }: CardFacts): CardFacts => ({
  brand,
  last4,
  expMonth,
  expYear,
  funding,
});

/** Names of networks that are not their code with a capital letter. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** A card's network as people know it. */
export function brandName(brand: string): string {
  return BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** "Visa •••• 4242", with dots and digits on one line. */
export function cardText({ brand, last4 }: ShownCard): string {
  return `${brandName(brand)} ••••\u00a0${last4}`;
}

/** Whether two cards read the same to their owner. */
export const isSameCard = (one: ShownCard, other: ShownCard): boolean =>
  one.brand === other.brand && one.last4 === other.last4;

/** A saved card. */
export class SavedCard extends CardFacts {
  readonly id!: string;
  /** The card that is offered first. */
  readonly isDefault!: boolean;
  /** `expiring` from 60 days before its last day on. */
  readonly state!: 'active' | 'expiring' | 'expired';
}

/** In GET /config: how the browser takes card details. */
export class CardEntryConfig {
  readonly kind!: 'stripe' | 'simulator';
  readonly publishableKey!: string;
  /** Origin of the simulator's frame; null with Stripe. */
  readonly frameOrigin!: string | null;
}

/** How long before its last day a card is marked as expiring. */
export const EXPIRING_MS = 60 * 86_400_000;

/** A card is valid through the last day (UTC) of the month printed on it. */
export function cardStateAt(
  { expMonth, expYear }: Pick<CardFacts, 'expMonth' | 'expYear'>,
  nowMs: number,
): SavedCard['state'] {
  // Months count from 0 here: this is the first instant of the month after.
  const endMs = Date.UTC(expYear, expMonth);
  if (nowMs >= endMs) return 'expired';
  return nowMs >= endMs - EXPIRING_MS ? 'expiring' : 'active';
}

/** How long a removed card can be restored. */
export const CARD_UNDO_MS = 30_000;

/** Most cards a sender may save. */
export const CARDS_LIMIT = 20;

/** A card reference that the processor's frame hands to the page. A card number does not match. */
export const CARD_TOKEN_PATTERN = /^[a-z]{2,10}_[A-Za-z0-9_]{6,120}$/;

/** Response of GET /cards: the default first, then the newest. */
export class SavedCards {
  readonly items!: SavedCard[];
}

/** How a sender pays: with a saved card, or with one that the processor's frame has just taken. */
export type CardChoice = Readonly<{ cardId: string } | { cardToken: string; saveCard: boolean }>;

/** A sender's cards as they are kept, the newest last. */
interface KeptCards {
  readonly cards: readonly (CardFacts & { readonly cardId: string })[];
  readonly defaultId: string | null;
}

/** A saved card as its sender sees it at an instant, without the processor's references. */
export function savedCardOf(
  card: KeptCards['cards'][number],
  defaultId: string | null,
  nowMs: number,
): SavedCard {
  const { cardId: id, brand, last4, expMonth, expYear, funding } = card;
  const state = cardStateAt(card, nowMs);
  return { id, brand, last4, expMonth, expYear, funding, isDefault: id === defaultId, state };
}

/** The default first, then the newest. */
export function savedCardsOf({ cards, defaultId }: KeptCards, nowMs: number): SavedCard[] {
  return cards
    .map((card) => savedCardOf(card, defaultId, nowMs))
    .reverse()
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault));
}
