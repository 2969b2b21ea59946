/** What a screen can do with the card fields, which belong to the processor. */
export interface CardEntryHandle {
  /** Hands the entered card to the processor and returns its token. @throws CardEntryError */
  readonly submit: () => Promise<string>;
}

/** The card could not be read. `shown`: what is wrong, in the sender's language, where the fields do not say it. */
export class CardEntryError extends Error {
  override readonly name = 'CardEntryError';

  constructor(
    readonly kind: 'incomplete' | 'unavailable',
    readonly shown?: string,
  ) {
    super(shown ?? kind);
  }
}

/** The token of the entered card. @throws CardEntryError, also when there are no fields that could take one */
export function enteredCard(fields: CardEntryHandle | null): Promise<string> {
  return fields ? fields.submit() : Promise.reject(new CardEntryError('unavailable'));
}

/** Of one way of taking card details. */
export interface CardFieldsProps {
  readonly onReady: (handle: CardEntryHandle) => void;
  readonly onFailed: () => void;
}

/** From when on waiting for the fields is called slow, and a retry offered; they may still appear. */
export const CARD_FIELDS_SLOW_MS = 6_000;
/** Longest wait for the fields to appear, and for the processor to take a card. */
export const CARD_FIELDS_DEADLINE_MS = 15_000;
