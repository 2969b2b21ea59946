/** A debit card of the demo people, as it is typed into the simulated processor's frame. */
export interface DemoCard {
  readonly number: string;
  /** Counted from the month of the first start; negative when it has expired. */
  readonly expiresInMonths: number;
}

/** Expired two months ago. */
export const MAYA_OLD: DemoCard = { number: '4000056655661878', expiresInMonths: -2 };
export const MAYA_EVERYDAY: DemoCard = { number: '4000056655665556', expiresInMonths: 20 };
/** Expires this month. */
export const MAYA_SPARE: DemoCard = { number: '5200828282828210', expiresInMonths: 0 };
export const LUIS_CARD: DemoCard = { number: '4000056655664401', expiresInMonths: 31 };
/** Its bank declines it. */
export const EMPTY_CARD: DemoCard = { number: '4000000000009995', expiresInMonths: 9 };

/** A card that its owner enters for each payment. */
export function typedCard(last4: string): DemoCard {
  return { number: `400005665566${last4}`, expiresInMonths: 14 };
}

/** The fields of the frame, in a story that ends at `endMs`. */
export function frameFieldsOf({ number, expiresInMonths }: DemoCard, endMs: number) {
  const end = new Date(endMs);
  const month = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + expiresInMonths));
  return { number, expMonth: month.getUTCMonth() + 1, expYear: month.getUTCFullYear(), cvc: '123' };
}
