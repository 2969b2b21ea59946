import type { Locale } from '../../kernel/accounts.js';
import type { ProviderEventReceived } from '../provider-event.decider.js';
import type { ProviderStatus } from '../verification.decider.js';

/** What a new inquiry is made from. */
export interface InquiryRequest {
  readonly uid: string;
  /** The same request asks for the same inquiry again. */
  readonly requestId: string;
  readonly fullName: string;
}

/** Where an inquiry stands at the provider. */
export interface InquiryStanding {
  readonly status: ProviderStatus;
  /** The instant up to which this holds: when it was asked, or the provider's own last change when that is later. */
  readonly asOf: string;
}

/** Which check the hosted page shows, and in which language. */
export interface HostedVisit {
  readonly inquiryId: string;
  readonly locale: Locale;
}

/** A webhook whose signature is right. */
export type VerifiedWebhook = ProviderEventReceived['data'];

/** The identity provider. Every call throws `verification_unavailable` when there is no usable answer in time. */
export abstract class IdentityVerification {
  abstract start(request: InquiryRequest): Promise<{ readonly inquiryId: string }>;
  /** An inquiry that the provider does not know any more has expired. */
  abstract fetch(inquiryId: string): Promise<InquiryStanding>;
  /** Address of the hosted page of a created inquiry; whoever has it can use it: never log or store it. */
  abstract hostedUrl(visit: HostedVisit): string;
  /** The same for a pending inquiry, with a session of its own. */
  abstract resume(visit: HostedVisit): Promise<string>;
  /** @throws webhook_signature_invalid, webhook_unreadable */
  abstract parseWebhook(raw: Buffer, signature: string | undefined): VerifiedWebhook;
}
