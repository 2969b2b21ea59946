import type { Keeper } from '../people/retention.rules.js';
import { FoundSender } from './find.js';

/** A request to resume, reinstate or retire a rule lapses unless another lead agrees within this time. */
export const LIFT_LAPSES_MS = 24 * 60 * 60_000;

/** Longest reason of a pause, a suspension, a legal hold, or its end. */
export const STANDING_REASON_MAX_LENGTH = 1_000;

/** Whether the first lead has asked, or nothing is left that another one has to agree to. */
export type LiftResult = 'requested' | 'done';

/** Who suspended an account; what the operations team did on the command line, no lead lifts. */
export const SUSPENSION_CAUSES = ['operations', 'lead'] as const;
export type SuspensionCause = (typeof SUSPENSION_CAUSES)[number];

/** One cause that keeps a sender from sending. */
export class SendingPause {
  readonly cause!: 'case' | 'lead';
  /** Null for a lead's. */
  readonly caseId!: string | null;
  readonly reason!: string;
  /** Null where it was not recorded. */
  readonly byName!: string | null;
  readonly since!: string;
}

/** A lead wants a pause or a suspension to end; another lead agrees, until it lapses. */
export class LiftRequest {
  readonly by!: string;
  readonly byName!: string | null;
  readonly reason!: string;
  readonly requestedAt!: string;
  readonly lapsesAt!: string;
  /** Every cause in force is part of it; others came later and stay. */
  readonly coversAll!: boolean;
}

export class Suspension {
  readonly cause!: SuspensionCause;
  readonly reason!: string;
  readonly byName!: string | null;
  readonly since!: string;
}

/** A lead keeps the data of the person beyond its retention; the sender never learns of it. */
export class LegalHold {
  readonly reason!: string;
  readonly byName!: string | null;
  readonly since!: string;
}

/** When the data of a closed account is to be erased, and what keeps it all the same. */
export class ErasureDue {
  /** When retention ends. It moves when a transfer changes or a report is filed. */
  readonly dueAt!: string;
  /** Empty when nothing keeps the data: it is erased that day. */
  readonly keptBy!: Keeper[];
}

/**
 * Response of GET /compliance/senders/:uid: whom it is about, masked, what keeps them from sending or signing in, and what
 * becomes of their data.
 */
export class SenderStanding extends FoundSender {
  readonly pauses!: SendingPause[];
  readonly resumeRequest!: LiftRequest | null;
  readonly suspension!: Suspension | null;
  readonly reinstatementRequest!: LiftRequest | null;
  /** When the owner closed the account; null while it is open. */
  readonly closedAt!: string | null;
  /** When the person's data was erased; null before. */
  readonly erasedAt!: string | null;
  /** Null while the account is open, and once its data is erased. */
  readonly erasure!: ErasureDue | null;
  readonly legalHold!: LegalHold | null;
}
