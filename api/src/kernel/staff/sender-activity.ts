import { ShownCard } from '../money/cards.js';
import type { Platform } from '../money/platforms.js';
import type { Allowance, Amount, RecordedRefusal, TransferStatus } from '../money/transfers.js';
import type { CheckList } from './identity-checks.js';
import type { KycStatus } from '../people/verification.js';
import { PastCase } from './sender-at.js';

/** Another sender who used the same card or attempted to send to the same handle. */
export class OtherSender {
  readonly uid!: string;
  /** Masked. */
  readonly senderName!: string;
  /** Of the newest use that was read. */
  readonly lastAt!: string;
}

/** Who else used a card or a handle. */
export class OtherSenders {
  readonly count!: number;
  /** There are more uses than were read, so there may be more senders. */
  readonly cut!: boolean;
  /** The latest first, at most 10. */
  readonly items!: OtherSender[];
}

/** A transfer or a refused attempt of a sender. Personal texts are masked. */
export class SenderAttempt {
  readonly id!: string;
  readonly at!: string;
  /** Masked. */
  readonly recipient!: string;
  readonly platform!: Platform;
  /** @example "240.00" */
  readonly amount!: Amount;
  /** Null for a transfer. */
  readonly refused!: RecordedRefusal | null;
  /** As the sender sees it, `unpaid` while no card was charged; null for a refused attempt. */
  readonly status!: TransferStatus | 'unpaid' | null;
  /** A case keeps it from being charged or paid out. */
  readonly isHeld!: boolean;
}

/** Some transfers of a sender, in number and money. */
export class TransfersSum {
  readonly count!: number;
  /** @example "240.00" */
  readonly amount!: Amount;
}

class RefusalCount {
  readonly reason!: RecordedRefusal;
  readonly count!: number;
}

/** A card that a sender saved or paid with. */
export class SenderCard extends ShownCard {
  readonly isSaved!: boolean;
  /** Null for one that was never used. */
  readonly firstUsedAt!: string | null;
  /** Transfers that it paid. */
  readonly paid!: number;
  readonly declined!: number;
  /** Null where cards were not compared: they are while a sender is unverified. */
  readonly others!: OtherSenders | null;
}

/** A handle that a sender attempted to send to. */
export class SenderHandle {
  /** The newest transfer to it, whose handle can be revealed; null when every attempt was refused. */
  readonly transferId!: string | null;
  readonly platform!: Platform;
  /** Masked. */
  readonly handle!: string;
  readonly sent!: number;
  readonly refused!: number;
  /** Of the transfers. @example "460.00" */
  readonly amount!: Amount;
  /** Null where handles were not compared. */
  readonly others!: OtherSenders | null;
}

/** A case about a sender. */
export class SenderCase extends PastCase {
  readonly dueAt!: string;
  readonly reviewedAt!: string | null;
}

/** An identity check of a sender. */
export class SenderCheck {
  readonly id!: string;
  readonly status!: KycStatus;
  readonly list!: CheckList;
  readonly isRevoked!: boolean;
  /** When its status changed last. */
  readonly updatedAt!: string;
}

/** GET /compliance/senders/:uid/activity: what a sender did, folded from their history; personal texts masked. */
export class SenderActivity {
  readonly uid!: string;
  /** The reason that was recorded. @example "support:S-1182" */
  readonly reason!: string;
  readonly recordedAt!: string;
  readonly hasSecondFactor!: boolean;
  readonly allowance!: Allowance;
  /** Transfers that wait for a card. */
  readonly unpaid!: TransfersSum;
  readonly held!: TransfersSum;
  /** By reason, the most frequent first. */
  readonly refused30Days!: RefusalCount[];
  /** The newest first, at most 200. */
  readonly attempts!: SenderAttempt[];
  /** Older attempts that are not listed. */
  readonly olderAttempts!: number;
  /** The last used first, at most 20. */
  readonly cards!: SenderCard[];
  /** The last used first, at most 20. */
  readonly handles!: SenderHandle[];
  /** The newest first, at most 50. */
  readonly cases!: SenderCase[];
  /** The newest first, at most 20. */
  readonly checks!: SenderCheck[];
  /** Identity checks that failed, of the three that a sender may fail. */
  readonly failedChecks!: number;
}
