/** The dashboard's badge: only a latest request that is 'verified', in any case, is verified (decision 15). */
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

/** GET /verification */
export interface VerificationOverview {
  readonly items: readonly KycRequest[];
  readonly nextCursor: null;
  readonly badge: KycBadge;
  /** What the button does now. */
  readonly next: 'start' | 'continue' | 'wait' | 'retry' | 'restart' | 'support' | 'none';
  readonly attemptsLeft: number;
  readonly emailConfirmed: boolean;
}

/** POST /verification */
export interface SubmitKycRequest {
  readonly consent: boolean;
  readonly fullName?: string;
}

/** Answer of POST /verification: where the provider's hosted page is. Never logged or stored. */
export interface SubmitKycAnswer {
  readonly requestId: string;
  readonly url: string;
}

/** Any status but 'verified' counts as pending (spec §3). */
export function badgeOf(latestStatus: string | undefined): KycBadge {
  if (latestStatus === undefined) return 'unverified';
  return latestStatus.toLowerCase() === 'verified' ? 'verified' : 'pending';
}
