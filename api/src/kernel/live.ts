/**
 * What the stream of GET /events reports, as the data of `event: change`: what changed, never its content. The message's id
 * is a token: a read that returns it in `x-flip-position` sees the change.
 */
export interface LiveChange {
  /** Each names what changed; `transfer:{id}` is about one transfer. */
  readonly topics: readonly string[];
}

/** The only topic of its message: everything on the page may have changed before. */
export const EVERYTHING = '*';

/** The topics that features announce; which reads each one changes is known to the web client alone. */
export const topics = {
  me: 'me',
  allowance: 'allowance',
  cards: 'cards',
  preferences: 'preferences',
  recipients: 'recipients',
  transfers: 'transfers',
  verification: 'verification',
  /** Of staff: every case, every identity check, and every transfer at the payout desk. */
  cases: 'cases',
  /** Of staff: every fraud rule. */
  rules: 'rules',
  checks: 'checks',
  payouts: 'payouts',
  transfer: (transferId: string) => `transfer:${transferId}`,
} as const;
