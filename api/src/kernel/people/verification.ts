/** The dashboard's badge: verified only when the latest request is 'verified', in any letter case (decision 13). */
export type KycBadge = 'unverified' | 'pending' | 'verified';

/** Stored status of a KYC request (providers §1). `submitted` until the provider responds. */
export type KycStatus =
  | 'submitted'
  | 'created'
  | 'pending'
  | 'completed'
  | 'needs_review'
  | 'verified'
  | 'failed'
  | 'declined'
  | 'expired';

/** Version of the consent text that a sender agrees to before verification. */
export const CONSENT_VERSION = '2026-11-01';

/** Failed attempts after which only support can help (providers §1). */
export const KYC_ATTEMPT_LIMIT = 3;

/** Longest full name: the longest first and last names with a space between them. */
export const FULL_NAME_MAX_LENGTH = 161;

/** The action of the button on /verification. */
export type KycNext = 'start' | 'continue' | 'wait' | 'retry' | 'restart' | 'support' | 'none';

/** A document of the view kyc_requests and an item of GET /verification, newest first. */
export class KycRequest {
  readonly id!: string;
  readonly uid!: string;
  readonly status!: KycStatus;
  readonly fullName!: string;
  readonly createdAt!: string;
  readonly updatedAt!: string;
  /** null until the provider responds. @example "inq_2CVZ4HyVg7qaboXz2PUHknAn" */
  readonly inquiryId!: string | null;
  /** Badge and limits follow the newest request with this: not one under a new name before it is verified. */
  readonly decides!: boolean;
  /** It has verified its sender, whatever became of it later. */
  readonly confirmed!: boolean;
}

/**
 * How a sender changes their name: `edit` it, have it `check`ed again since a check has confirmed it, `wait` for the check that is
 * open, or write to `support` after the last attempt.
 */
export type NameStep = 'edit' | 'check' | 'wait' | 'support';

/**
 * GET /verification, and POST /verification/refresh without a body. Refresh queries the provider first when the latest
 * request is open, so that a lost webhook causes no wait. Call it on return from the hosted page (`?inquiry-id=`), and
 * while `next` is 'continue' or 'wait' and a result is expected.
 */
export class VerificationOverview {
  readonly items!: KycRequest[];
  /** Always null: all requests are one page. */
  readonly nextCursor!: string | null;
  readonly badge!: KycBadge;
  /** The action of the button. */
  readonly next!: KycNext;
  /** 0 to 3. */
  readonly attemptsLeft!: number;
  readonly emailConfirmed!: boolean;
  readonly nameStep!: NameStep;
}

/** POST /verification: starts a check or continues the open one. `consent` must be true each time. */
export interface SubmitKycRequest {
  readonly consent: boolean;
  readonly fullName?: string;
}

/** POST /verification/name: repeats the check of a confirmed name under a new one, or continues such a repeat. */
export interface RepeatKycRequest {
  readonly consent: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

/** Response of POST /verification and of POST /verification/name. */
export class SubmitKycAnswer {
  readonly requestId!: string;
  /** The provider's hosted page, for this sender only. Never logged or stored. */
  readonly url!: string;
}

/** Any status except 'verified' counts as pending (specification §3). */
export function badgeOf(latestStatus: string | undefined): KycBadge {
  if (latestStatus === undefined) return 'unverified';
  return latestStatus.toLowerCase() === 'verified' ? 'verified' : 'pending';
}

const STEPS: Readonly<Record<KycStatus, KycNext>> = {
  submitted: 'continue',
  created: 'continue',
  pending: 'continue',
  completed: 'wait',
  needs_review: 'wait',
  verified: 'none',
  failed: 'retry',
  declined: 'retry',
  expired: 'restart',
};

/** The next step: one request at a time, none once verified, support after the last attempt (providers §1). */
export function nextStepOf(latestStatus: KycStatus | undefined, attemptsLeft: number): KycNext {
  if (latestStatus === undefined) return 'start';
  const next = STEPS[latestStatus];
  return (next === 'retry' || next === 'restart') && attemptsLeft === 0 ? 'support' : next;
}

/** Whether a request may still be changed by its sender or the provider. */
export function isUnderWay(status: KycStatus): boolean {
  return STEPS[status] === 'continue' || STEPS[status] === 'wait';
}

/** Of requests, newest first, the open one, or the one that decides what comes next. */
export function currentCheck<Request extends Pick<KycRequest, 'decides' | 'status'>>(
  items: readonly Request[],
): Request | undefined {
  const [newest] = items;
  return newest && isUnderWay(newest.status) ? newest : items.find(({ decides }) => decides);
}

/** @param isConfirmed whether a check has confirmed the name */
export function nameStepOf(next: KycNext, isConfirmed: boolean, attemptsLeft: number): NameStep {
  if (next === 'continue' || next === 'wait') return 'wait';
  if (!isConfirmed) return 'edit';
  return attemptsLeft > 0 ? 'check' : 'support';
}

/** The remaining attempts after `failures` failed or declined requests. */
export function attemptsLeftAfter(failures: number): number {
  return Math.max(0, KYC_ATTEMPT_LIMIT - failures);
}

/** Whether a request used up an attempt; an expired one did not. */
export function isFailure(status: KycStatus): boolean {
  return status === 'failed' || status === 'declined';
}
