import { OtherCase } from './compliance.js';
import type { Platform } from '../money/platforms.js';
import type { Amount, TransferStatus } from '../money/transfers.js';
import type { KycBadge } from '../people/verification.js';
import type { SenderState } from './sender-states.js';

/** What a sender or a transfer can be found by; always the whole value, of a transfer's id at least the first eight digits. */
export const FIND_BY = ['email', 'handle', 'transfer', 'problem', 'receipt', 'uid'] as const;
export type FindBy = (typeof FIND_BY)[number];

/** As long as an address can be. */
export const FIND_MAX_LENGTH = 254;

/** POST /compliance/find */
export interface FindRequest {
  readonly by: FindBy;
  readonly value: string;
  /** As of a replay. */
  readonly reason?: string;
}

export class FoundSender {
  readonly uid!: string;
  /** Masked. */
  readonly displayName!: string;
  /** Masked. */
  readonly email!: string;
  readonly since!: string;
  readonly verification!: KycBadge;
  /** Empty for an ordinary account. */
  readonly states!: SenderState[];
  /** Sum of what was accepted in the last 30 days, whatever became of it. @example "205.00" */
  readonly requested30Days!: Amount;
  /** Accepted in the last 30 days. */
  readonly transfers30Days!: number;
  readonly cases!: OtherCase[];
}

export class FoundTransfer {
  readonly id!: string;
  readonly uid!: string;
  /** Of the sender, masked. */
  readonly displayName!: string;
  /** Masked. */
  readonly recipient!: string;
  readonly platform!: Platform;
  /** Masked. */
  readonly handle!: string;
  /** @example "205.00" */
  readonly amount!: Amount;
  readonly createdAt!: string;
  readonly status!: TransferStatus;
}

/** Response of POST /compliance/find: masked; empty when nothing has exactly this value. */
export class FindResult {
  /** The kind of the searched value. */
  readonly by!: FindBy;
  readonly senders!: FoundSender[];
  /** Those of them, by uid, who have another email address now than the searched one. */
  readonly hadEmail!: string[];
  /** What matched, or the newest transfers of the sender that matched. */
  readonly transfers!: FoundTransfer[];
  /** There are more transfers than these. */
  readonly cut!: boolean;
}
