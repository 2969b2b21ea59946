/** The dashboard's badge: only a latest request that is 'verified', in any case, is verified (decision 13). */
export type KycBadge = 'unverified' | 'pending' | 'verified';

/** Stored status of a KYC request (providers §1). `submitted` until the provider answered. */
export const KYC_STATUSES = [
  'submitted',
  'created',
  'pending',
  'completed',
  'needs_review',
  'verified',
  'failed',
  'declined',
  'expired',
] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

/** Version of the consent text a sender agrees to before verification. */
export const CONSENT_VERSION = '2026-11-01';

/** Attempts after which support takes over (providers §1). */
export const KYC_ATTEMPT_LIMIT = 3;

/** Longest name a check is made for: a longest first and last name with the space between them. */
export const FULL_NAME_MAX_LENGTH = 161;

/** What the button of /verification does now. */
export type KycNext = 'start' | 'continue' | 'wait' | 'retry' | 'restart' | 'support' | 'none';

/** A document of the view kyc_requests and an item of GET /verification, newest first. */
export interface KycRequest {
  readonly id: string;
  readonly uid: string;
  readonly status: KycStatus;
  readonly fullName: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly inquiryId: string | null;
}

/**
 * GET /verification, and POST /verification/refresh without a body: the latter looks at the provider first when the
 * latest request is open, so that a webhook that got lost is not waited for. Call it on return from the hosted page
 * (`?inquiry-id=`) and while `next` is 'continue' or 'wait' and a result is expected.
 */
export interface VerificationOverview {
  readonly items: readonly KycRequest[];
  readonly nextCursor: null;
  readonly badge: KycBadge;
  readonly next: KycNext;
  readonly attemptsLeft: number;
  readonly emailConfirmed: boolean;
}

/** POST /verification: starts, or continues what is open. `consent` must be true each time. */
export interface SubmitKycRequest {
  readonly consent: boolean;
  readonly fullName?: string;
}

/** Answer of POST /verification: where the provider's hosted page is. Never logged or stored. */
export interface SubmitKycAnswer {
  readonly requestId: string;
  readonly url: string;
}

/** Any status but 'verified' counts as pending (specification §3). */
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

/** What comes next: one request at a time, none once verified, support after the last attempt (providers §1). */
export function nextStepOf(latestStatus: KycStatus | undefined, attemptsLeft: number): KycNext {
  if (latestStatus === undefined) return 'start';
  const next = STEPS[latestStatus];
  return (next === 'retry' || next === 'restart') && attemptsLeft === 0 ? 'support' : next;
}

/** Attempts that are left after `failures` requests that failed or were declined. */
export function attemptsLeftAfter(failures: number): number {
  return Math.max(0, KYC_ATTEMPT_LIMIT - failures);
}

/** Whether a request used up an attempt: one that expired did not. */
export function isFailure(status: KycStatus): boolean {
  return status === 'failed' || status === 'declined';
}
