import type { Locale } from '../../../kernel/people/accounts.js';
import type { ProviderEventReceived } from '../provider-event.decider.js';
import type { ProviderStatus } from '../verification-events.rules.js';

/** The data of a new inquiry. */
export interface InquiryRequest {
  readonly uid: string;
  /** The same request always gets the same inquiry. */
  readonly requestId: string;
  readonly fullName: string;
}

/** The status of an inquiry at the provider. */
export interface InquiryStatus {
  readonly status: ProviderStatus;
  /** When the status was current: the time of the query, or of the provider's last change if that is later. */
  readonly asOf: string;
}

/** The check that the hosted page shows, and its language. */
export interface HostedVisit {
  readonly inquiryId: string;
  readonly locale: Locale;
}

/** A webhook with a valid signature. */
export type VerifiedWebhook = ProviderEventReceived['data'];

/** The identity provider. Every call throws `verification_unavailable` when there is no usable response in time. */
export abstract class IdentityVerification {
  abstract start(request: InquiryRequest): Promise<{ readonly inquiryId: string }>;
  /** Returns `expired` for an inquiry that the provider has deleted. */
  abstract fetch(inquiryId: string): Promise<InquiryStatus>;
  /** URL of the hosted page of a created inquiry. It grants access to the page: never log or store it. */
  abstract hostedUrl(visit: HostedVisit): string;
  /** The same for a pending inquiry, with a separate session. */
  abstract resume(visit: HostedVisit): Promise<string>;
  /** @throws webhook_signature_invalid, webhook_unreadable */
  abstract parseWebhook(raw: Buffer, signature: string | undefined): VerifiedWebhook;
}
