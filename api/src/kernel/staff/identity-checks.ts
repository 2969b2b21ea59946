import { FoundSender } from './find.js';
import type { KycStatus } from '../people/verification.js';

/** An identity check that is not over and has not changed for so long needs a look. */
export const STUCK_AFTER_MS = 24 * 60 * 60_000;
/** Longest reason for revoking a verification. */
export const REVOCATION_REASON_MAX_LENGTH = 2_000;

/** The lists of the verification board: open checks that changed lately or not, and ended ones by how they ended. */
export const CHECK_LISTS = ['stuck', 'in_progress', 'verified', 'declined', 'expired'] as const;
export type CheckList = (typeof CHECK_LISTS)[number];

/** `V-5a7c1f`: the number by which people speak of an identity check. */
export const checkNumberOf = (id: string): string => `V-${id.slice(0, 6)}`;

/** The list that a check of this status is in once it has ended; null while it is open. */
export function endedList(status: KycStatus): Exclude<CheckList, 'stuck' | 'in_progress'> | null {
  switch (status) {
    case 'verified':
    case 'expired':
      return status;
    case 'failed':
    case 'declined':
      return 'declined';
    default:
      return null;
  }
}

/** The list of the verification board that a check is in at an instant. */
export function listAt(
  { status, updatedAt }: { readonly status: KycStatus; readonly updatedAt: string },
  nowMs: number,
): CheckList {
  return endedList(status) ?? (Date.parse(updatedAt) < nowMs - STUCK_AFTER_MS ? 'stuck' : 'in_progress');
}

/** An identity check as staff see it; the sender's name is masked. */
export class CheckItem {
  readonly id!: string;
  /** The sender. */
  readonly uid!: string;
  /** Masked. */
  readonly senderName!: string;
  readonly status!: KycStatus;
  readonly list!: CheckList;
  /** Declined by a lead who revoked the verification, not by the provider. */
  readonly isRevoked!: boolean;
  readonly createdAt!: string;
  /** When its status changed last. */
  readonly updatedAt!: string;
  /** The number of this attempt among the sender's. @example 1 */
  readonly attempt!: number;
}

/** GET /compliance/verifications */
export class CheckPage {
  readonly items!: CheckItem[];
  readonly nextCursor!: string | null;
}

/** GET /compliance/verification-counts: how many checks each list has, up to 1,001, which means more than 1,000. */
export class CheckCounts {
  readonly stuck!: number;
  readonly in_progress!: number;
  readonly verified!: number;
  readonly declined!: number;
  readonly expired!: number;
}

/** One change of an identity check. */
export class CheckStep {
  readonly status!: KycStatus;
  readonly at!: string;
  /** The lead who revoked the verification; null for the sender and the provider. */
  readonly name!: string | null;
  /** Why it was revoked; '' otherwise. */
  readonly reason!: string;
}

/** GET /compliance/verifications/:requestId */
export class CheckDetail extends CheckItem {
  /** Oldest first, at most 50. */
  readonly steps!: CheckStep[];
  /** Null once the account is erased. */
  readonly sender!: FoundSender | null;
}

/** POST /compliance/verifications/:requestId/revoke */
export interface RevokeRequest {
  readonly reason: string;
}
