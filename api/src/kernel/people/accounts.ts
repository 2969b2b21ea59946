import type { ArrivalTable } from '../money/arrival.js';
import type { CardEntryConfig } from '../money/cards.js';
import type { CaseChange } from '../staff/compliance.js';
import { ERASED } from '../text/erased.js';
import type { KycBadge } from './verification.js';

/** Granted by the operator's command line only (decision 19). Every one of them may read the payout desk. */
export const STAFF_ROLES = ['analyst', 'lead', 'operator', 'auditor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
/** Who may read cases and replay a sender's history for one: operators see only what they pay out. */
export const HISTORY_ROLES = ['analyst', 'lead', 'auditor'] as const satisfies readonly StaffRole[];
/** Who closes cases. */
export const REVIEW_ROLES = ['analyst', 'lead'] as const satisfies readonly StaffRole[];
export const ROLES = ['sender', ...STAFF_ROLES] as const;
export type Role = (typeof ROLES)[number];

/** Reads as erased once the person is. */
export const fullNameOf = ({ firstName, lastName }: PersonName): string =>
  firstName === ERASED ? ERASED : `${firstName} ${lastName}`.trim();

/** Sign-in providers besides email and password, by their part of the path `/auth/:provider`. */
export const SOCIAL_PROVIDERS = ['google', 'apple'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

/** The providers' own names, in every language. */
export const PROVIDER_NAMES: Readonly<Record<SocialProvider, string>> = { google: 'Google', apple: 'Apple' };

/** How a user can sign in. */
export const SIGN_IN_METHODS = ['password', ...SOCIAL_PROVIDERS] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** The message of a finished popup to the page that opened it. */
export const SOCIAL_MESSAGE = 'flip:social';

/** The result of a sign-in with a provider, as its popup reports it. */
export type SocialResult = { readonly ok: true } | SocialRefusal;
type SocialRefusal = { readonly ok: false } & Pick<Problem, 'code' | 'params'>;

/** GET /auth/link: the account with the password that links the provider's account. */
export class PendingLink {
  readonly provider!: SocialProvider;
  readonly email!: string;
  /** Path of the screen to open afterwards. */
  readonly returnTo!: string;
}

/** Response of POST /auth/:provider/link */
export class ProviderPage {
  /** The provider's page, for the window to go to. */
  readonly address!: string;
}

export const LOCALES = ['en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

/** The Intl locale of a language. Both print "$1,234.50": plain `es` and `es-419` put the currency elsewhere. */
export function intlLocale(language: string): string {
  return language === 'es' ? 'es-US' : 'en-US';
}

/** Version of the terms that a sender accepts at sign-up (decisions 15 and 31). */
export const TERMS_VERSION = '2025-09-01';

/** Length limits of a password after NFKC normalization (decision 30) and of a person's name, in code points. */
export const PASSWORD_MIN_LENGTH = 9;
export const PASSWORD_MAX_LENGTH = 128;
export const NAME_MAX_LENGTH = 80;
export const EMAIL_MAX_LENGTH = 254;

/** POST /auth/sign-up */
export interface SignUpRequest {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly acceptTerms: boolean;
  readonly locale?: Locale;
}

/** Response of POST /auth/sign-up */
export class Registered {
  readonly uid!: string;
}

/** Response of POST /auth/reset/check */
export class ResetLink {
  /** Of the account of the link. @example "maya@people.example" */
  readonly email!: string;
}

/** POST /auth/sign-in */
export interface SignInRequest {
  readonly email: string;
  readonly password: string;
}

/** Response of GET /me and of a sign-in; its names follow decision 16. */
export class Me {
  readonly uid!: string;
  readonly email!: string;
  readonly emailConfirmed!: boolean;
  readonly firstName!: string;
  /** The preference when set, else first and last name. */
  readonly displayName!: string;
  /** First and last name, the default for KYC. */
  readonly fullName!: string;
  readonly roles!: Role[];
  readonly verification!: KycBadge;
  readonly locale!: Locale;
  /** How the user can sign in. */
  readonly signInMethods!: SignInMethod[];
  /** Whether a sign-in also needs a code. Staff routes are closed without. */
  readonly hasSecondFactor!: boolean;
}

/** A change of address is confirmed at the address of before and at the new one. */
export const EMAIL_ENDS = ['old', 'new'] as const;
export type EmailEnd = (typeof EMAIL_ENDS)[number];

/** GET /me/email: what becomes of the caller's address. */
export class EmailState {
  readonly email!: string;
  /** The change that waits for confirmations; null without one. */
  readonly waiting!: WaitingEmail | null;
  /** The last change that the mailbox of before can still undo; null without one. */
  readonly undo!: EmailUndo | null;
}

export class WaitingEmail {
  readonly email!: string;
  readonly expiresAt!: string;
  /** Where the link has not been followed yet. */
  readonly missing!: EmailEnd[];
}

export class EmailUndo {
  /** The address of before. */
  readonly email!: string;
  readonly until!: string;
}

/** Response of POST /auth/email/confirm */
export class EmailConfirmation {
  /** Where the link has not been followed yet; none: the address has changed. */
  readonly missing!: EmailEnd[];
}

/** The name of a person. POST /me/name */
export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

/** GET /second-factor */
export class SecondFactorState {
  readonly enrolled!: boolean;
  /** How many recovery codes were not used yet; null without a factor. */
  readonly recoveryCodesLeft!: number | null;
}

/** Response of POST /second-factor: an enrolment that waits for its first code. */
export class SecondFactorSecret {
  /** In base32, for apps that cannot read the QR code. */
  readonly secret!: string;
  /** The content of the QR code. */
  readonly uri!: string;
}

/** Ten codes that work once each in place of the app's; shown only now. */
export class RecoveryCodes {
  readonly recoveryCodes!: string[];
}

/** The `device` of a session with a browser that did not name itself. */
export const UNKNOWN_DEVICE = 'unknown';

/** One of a user's sessions. */
export class SessionItem {
  readonly id!: string;
  /** `unknown` when its browser did not name itself. @example "Chrome, Windows" */
  readonly device!: string;
  readonly createdAt!: string;
  readonly lastSeenAt!: string;
  /** Whether this request belongs to it. */
  readonly current!: boolean;
}

/** GET /sessions, most recently used first. */
export class Sessions {
  readonly items!: SessionItem[];
}

class SignInProviders implements Record<SocialProvider, boolean> {
  readonly google!: boolean;
  readonly apple!: boolean;
}

class SupportContact {
  readonly email!: string;
  readonly phone!: string;
  readonly hours!: string | null;
}

/** The company of this deployment (decision 42). */
class Company {
  readonly name!: string | null;
  readonly license!: string | null;
  /** Where the license can be checked. */
  readonly regulator!: string | null;
  /** Days within which complaints get a response. */
  readonly complaintDays!: number | null;
}

/** GET /config, public. */
export class PublicConfig {
  /** No real money moves. */
  readonly testMode!: boolean;
  readonly providers!: SignInProviders;
  /** Those with a button that opens the simulator's provider in place of the real one; test mode only. */
  readonly simulatedProviders!: SocialProvider[];
  readonly support!: SupportContact;
  /** The company of this deployment; null where not configured, and then not shown. */
  readonly company!: Company;
  readonly acceptedFunding!: ('debit' | 'credit')[];
  /** When money and refunds usually arrive. */
  readonly arrival!: ArrivalTable;
  readonly landingForceEnglish!: boolean;
  /** Who takes card payments. */
  readonly cardPayments!: CardEntryConfig['kind'];
  /** How the screens take card details; null where no card can be entered. */
  readonly cardEntry!: CardEntryConfig | null;
  /** The simulator's page with the sent mail; test mode only. */
  readonly outboxUrl!: string | null;
  /** The simulator's page with what its providers have recorded; null where none is simulated. */
  readonly providersUrl!: string | null;
  /** How far the demo's clock was moved ahead of the real time. */
  readonly clockAheadMinutes!: number;
}

/** The error of one field of a request. */
export class FieldProblem {
  readonly field!: string;
  readonly code!: string;
  /** In the caller's language. */
  readonly message!: string;
}

/** The RFC 9457 problem of every refusal. */
export class Problem {
  /** urn:flip:problem:{code} */
  readonly type!: string;
  readonly title!: string;
  readonly status!: number;
  /** Code of the refusal; its texts are in errors.json. */
  readonly code!: string;
  /** In the caller's language. */
  readonly detail!: string;
  readonly params!: Readonly<Record<string, string | number | null>>;
  /** With validation_failed and rule_impossible. */
  readonly fields?: FieldProblem[];
  /** With case_changed and rule_changed: what others have done since it was read. */
  readonly changes?: CaseChange[];
  /** With internal_error: the id to give to support. */
  readonly requestId?: string;
}
