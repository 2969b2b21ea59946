/** How a card is funded. Prepaid and unknown ones are always refused (decision 2). */
export type CardFunding = 'credit' | 'debit' | 'prepaid' | 'unknown';

/** What may be known and shown of a card; never its number or security code. */
export interface CardFacts {
  /** The network in lower case: visa, mastercard … */
  readonly brand: string;
  readonly last4: string;
  /** 1 to 12. */
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly funding: CardFunding;
}

/** GET /cards: a saved card. `expiring` within 60 days. */
export interface SavedCard extends CardFacts {
  readonly id: string;
  readonly isDefault: boolean;
  readonly state: 'active' | 'expiring' | 'expired';
}

/** In GET /config: how the browser takes card details. */
export interface CardEntryConfig {
  readonly kind: 'stripe' | 'simulator';
  readonly publishableKey: string;
  /** Origin of the simulator's frame; null with Stripe. */
  readonly frameOrigin: string | null;
}
