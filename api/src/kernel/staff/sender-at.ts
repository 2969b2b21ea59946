import { Me } from '../people/accounts.js';
import type { SavedCard } from '../money/cards.js';
import type { CaseStatus, FraudRuleId, OpenedAgain, ReviewOutcome } from './compliance.js';
import type { Platform } from '../money/platforms.js';
import type { SavedRecipient } from '../people/recipients.js';
import { Transaction, type Allowance, type Amount, type RecordedRefusal } from '../money/transfers.js';
import type { KycStatus } from '../people/verification.js';

/** In which order a history is read: as it was recorded, or by the providers' own times. */
export const HISTORY_BASES = ['recorded', 'happened'] as const;
export type HistoryBasis = (typeof HISTORY_BASES)[number];

/** The kinds of events that the line of a history shows one below the other. */
export const HISTORY_LANES = ['sender', 'verification', 'transfers', 'cases'] as const;
export type HistoryLane = (typeof HISTORY_LANES)[number];

/** The most final state of an account. */
export const PAST_ACCOUNTS = ['active', 'suspended', 'closed', 'erased'] as const;
export type PastAccount = (typeof PAST_ACCOUNTS)[number];

/** States of a payout that a provider or the desk has reported; `submitted` until the first. */
type PastPayout = 'submitted' | 'pending' | 'unclaimed' | 'delivered' | 'failed' | 'returned';

/** The person of an account as their screens showed them, with what staff know besides. Personal texts are masked. */
export class PastProfile extends Me {
  readonly createdAt!: string;
  readonly account!: PastAccount;
  /** A lead kept the data of the person beyond its retention. */
  readonly legalHold!: boolean;
  readonly sending!: 'active' | 'paused';
  /** Of the latest check; null without one. */
  readonly verificationStatus!: KycStatus | null;
  /** Since when it had that status. */
  readonly verificationSince!: string | null;
}

/** A transfer as its sender saw it, personal texts masked and without the bank's page, with what staff know besides. */
export class PastTransfer extends Transaction {
  /** Null before there was a payout. */
  readonly payout!: PastPayout | null;
  readonly dispute!: 'open' | 'closed' | null;
  /** A case kept it from being charged or paid out. */
  readonly isHeld!: boolean;
}

/** An attempt that was refused. */
export class PastRefusal {
  readonly id!: string;
  /** @example "240.00" */
  readonly amount!: Amount;
  readonly platform!: Platform;
  /** Masked. */
  readonly recipient!: string;
  readonly at!: string;
  readonly reason!: RecordedRefusal;
}

/** A case about the sender. */
export class PastCase {
  readonly id!: string;
  readonly ruleId!: FraudRuleId;
  readonly status!: CaseStatus;
  /** A lead had returned its last proposal, or reopened it; null otherwise. */
  readonly openedAgain!: OpenedAgain | null;
  /** The uid of the person who worked on it; null without one. */
  readonly assignee!: string | null;
  readonly outcome!: ReviewOutcome | null;
  readonly createdAt!: string;
  /** @example "60.00" */
  readonly atRisk!: Amount;
}

/** A hold in force. */
export class PastHold {
  readonly transferId!: string;
  readonly caseId!: string;
  readonly since!: string;
}

/** What the product showed about a sender. */
export class PastSender {
  readonly profile!: PastProfile;
  readonly allowance!: Allowance;
  /** Newest first. */
  readonly transfers!: PastTransfer[];
  /** Newest first. */
  readonly refusals!: PastRefusal[];
  readonly cards!: SavedCard[];
  /** Names and handles masked. */
  readonly recipients!: SavedRecipient[];
  /** Newest first. */
  readonly cases!: PastCase[];
  readonly holds!: PastHold[];
}

/** A value that is another one on the other basis. */
export class BasisDifference {
  /** Null for a value of the sender. */
  readonly transferId!: string | null;
  /** @example "status" */
  readonly field!: string;
  readonly recorded!: string | null;
  readonly happened!: string | null;
}

/** An event of a provider that has another place on the other basis. */
export class MovedEvent {
  /** @example "PayoutFailed" */
  readonly type!: string;
  readonly position!: string;
  /** The transfer or the check that it is about. */
  readonly subject!: string;
  readonly platform!: Platform | null;
  readonly recordedAt!: string;
  /** The provider's own time. */
  readonly happenedAt!: string;
  /** It stays where it was recorded, since it fits nowhere before. */
  readonly isKept!: boolean;
}

/** A neighbour of what is shown, in the order in which events were recorded. */
export class HistoryPlace {
  readonly position!: string;
  readonly at!: string;
}

/** How many events of each kind there are in each of the equal spans between two instants. */
export class HistoryLine {
  readonly from!: string;
  readonly to!: string;
  readonly sender!: number[];
  readonly verification!: number[];
  readonly transfers!: number[];
  readonly cases!: number[];
}

/** The skipped part of a very long history. */
export class HistoryCut {
  /** Older transfers that are not listed; the allowance counts them. */
  readonly transfers!: number;
  readonly refusals!: number;
  /** Whether older cases are not listed. */
  readonly cases!: boolean;
}

/** GET /compliance/senders/:uid/at */
export class SenderAt {
  readonly uid!: string;
  /** The reason that was recorded. @example "support:S-1182" */
  readonly reason!: string;
  readonly recordedAt!: string;
  readonly basis!: HistoryBasis;
  /** The instant that is shown; of a position, when its event was recorded. */
  readonly instant!: string;
  /** Of the last event recorded by then; null when there was none. */
  readonly position!: string | null;
  /** How many events were recorded by then, and in all. */
  readonly place!: number;
  readonly count!: number;
  readonly previous!: HistoryPlace | null;
  readonly next!: HistoryPlace | null;
  readonly line!: HistoryLine;
  /** Null before the account. */
  readonly shown!: PastSender | null;
  readonly differences!: BasisDifference[];
  /** The events that differ in place, at most 50, those that are on one side of the instant only first. */
  readonly moved!: MovedEvent[];
  readonly cut!: HistoryCut;
}
