import type { DomainEvent } from '../../event-sourcing/event.js';
import type { Locale, PersonName } from '../../kernel/people/accounts.js';
import type { KycStatus } from '../../kernel/people/verification.js';

/** The provider's statuses of an inquiry; between two of the same instant, the later in this list wins. */
export const PROVIDER_STATUSES = [
  'created',
  'pending',
  'expired',
  'completed',
  'failed',
  'needs_review',
  'approved',
  'declined',
] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

export type KycSubmitted = DomainEvent<
  'KycSubmitted',
  {
    readonly requestId: string;
    readonly fullName: string;
    /** Version of the consent text that the sender agreed to. */
    readonly consentVersion: string;
    readonly locale: Locale;
  }
>;
export type KycRepeated = DomainEvent<
  'KycRepeated',
  PersonName & {
    readonly requestId: string;
    /** Version of the consent text that the sender agreed to. */
    readonly consentVersion: string;
    readonly locale: Locale;
  }
>;
export type InquiryOpened = DomainEvent<
  'InquiryOpened',
  { readonly requestId: string; readonly inquiryId: string }
>;
export type KycStatusChanged = DomainEvent<
  'KycStatusChanged',
  {
    readonly requestId: string;
    readonly status: KycStatus;
    /** null when a lead revoked the verification. */
    readonly providerStatus: ProviderStatus | null;
    /** null when a check found the status, without a provider event. */
    readonly providerEventId: string | null;
    /** When it happened at the provider; the newest counts, regardless of arrival order. null when a lead revoked it. */
    readonly providerAt: string | null;
    /** The uid of the lead who revoked the verification; null when the provider set the status. */
    readonly by: string | null;
    /** Why the lead revoked it, never shown to the sender; null when the provider set the status. */
    readonly reason: string | null;
  }
>;
export type VerificationEvent = KycSubmitted | KycRepeated | InquiryOpened | KycStatusChanged;

/** Decided on the sender's stream, so that a name and a check of it at the same instant know of each other. */
export type NameGiven = DomainEvent<'NameGiven', PersonName>;

export const nameGiven = ({ firstName, lastName }: PersonName): NameGiven => ({
  type: 'NameGiven',
  data: { firstName, lastName },
});

export const isSameName = (one: PersonName, other: PersonName | null): boolean =>
  one.firstName === other?.firstName && one.lastName === other.lastName;
