import type { Amount } from '../money/transfers.js';

/** What still happens to a transfer whose account is to be closed. */
export const WAYS_UNDER_WAY = ['unpaid', 'sending', 'refunding', 'disputed'] as const;

/** A transfer with money under way: until it has ended, its sender's account stays open. */
export class MoneyUnderWay {
  readonly transferId!: string;
  /** @example "Grace Okafor" */
  readonly recipient!: string;
  /** Without fees. @example "60.00" */
  readonly amount!: Amount;
  /**
   * `unpaid`: it waits for its payment, and can be cancelled. `sending`: it is on its way to the recipient. `refunding`: it is on
   * its way back. `disputed`: the bank of the card has not decided about it.
   */
  readonly state!: (typeof WAYS_UNDER_WAY)[number];
  /** When it usually ends, at the latest when it is unpaid; null when it is unknown, and once that time is over. */
  readonly until!: string | null;
}

/** GET /me/close: whether the account can be closed now. */
export class AccountClosing {
  /** Nothing is under way, and no role of staff keeps it open. */
  readonly possible!: boolean;
  /** At most 20, the longest unchanged first. */
  readonly blocking!: MoneyUnderWay[];
  /** Until when name and history are kept when it is closed now. */
  readonly keptUntil!: string;
}

/** Most transfers that are named. */
export const UNDER_WAY_LIMIT = 20;
