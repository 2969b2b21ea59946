import type { DomainEvent } from '../../../event-sourcing/event.js';
import type { EmailEnd, Locale, SocialProvider, StaffRole } from '../../../kernel/people/accounts.js';
import type { SuspensionCause } from '../../../kernel/staff/standing.js';

export type AccountRegistered = DomainEvent<
  'AccountRegistered',
  { email: string; firstName: string; lastName: string; locale: Locale; credentialId: string }
>;
/** Also attests the minimum age in these terms (decision 15). */
export type TermsAccepted = DomainEvent<'TermsAccepted', { termsVersion: string; minimumAge: number }>;
export type EmailConfirmed = DomainEvent<'EmailConfirmed', Record<string, never>>;
export type PasswordChanged = DomainEvent<
  'PasswordChanged',
  { credentialId: string; replacedCredentialId: string; cause: 'change' | 'reset' }
>;
/**
 * The owner of the mailbox proved it, of an account with an unconfirmed address: by the link that resets the
 * password, or at a provider that vouches for the address. Who had the account before is shut out.
 */
export type AccountReclaimed = DomainEvent<
  'AccountReclaimed',
  { credentialId: string; replacedCredentialId: string; by: 'reset' | 'provider' }
>;
/** The data saved before an account was reclaimed or closed is removed. */
export type AccountCleared = DomainEvent<'AccountCleared', Record<string, never>>;
/**
 * `subjectIndex` is the blind index of issuer and `sub`. After a sign-up with a provider the account has no password until
 * one is set; an existing account is linked with its password. `ownAddress`: the provider vouched for the very address of
 * the account.
 */
export type ExternalIdentityLinked = DomainEvent<
  'ExternalIdentityLinked',
  { provider: SocialProvider; subjectIndex: string; cause: 'sign-up' | 'password'; ownAddress: boolean }
>;
/** The owner removed it, with the password of the account, or it ended with a reset. It can be linked again, here or elsewhere. */
export type ExternalIdentityUnlinked = DomainEvent<
  'ExternalIdentityUnlinked',
  { provider: SocialProvider; subjectIndex: string }
>;
export type RoleGranted = DomainEvent<'RoleGranted', { role: StaffRole }>;
export type RoleRevoked = DomainEvent<'RoleRevoked', { role: StaffRole }>;
/** Who decided it; `by` is the uid of the lead, and null for the operations team, which is the event's actor. */
interface Judgment {
  readonly cause: SuspensionCause;
  readonly reason: string;
  readonly by: string | null;
}
export type AccountSuspended = DomainEvent<'AccountSuspended', Judgment>;
export type AccountReinstated = DomainEvent<'AccountReinstated', Judgment>;
/** A lead wants the suspension to end; another lead agrees, or it lapses. */
export type ReinstatementRequested = DomainEvent<
  'ReinstatementRequested',
  { reason: string; by: string; requestedAt: string }
>;
/** From now on, signing in needs a code of this factor; its secret is in the vault. Sessions opened without one end. */
export type SecondFactorEnrolled = DomainEvent<'SecondFactorEnrolled', { factorId: string }>;
/** `operator`: after a loss, by the command line; every session ends. */
export type SecondFactorRemoved = DomainEvent<
  'SecondFactorRemoved',
  { factorId: string; cause: 'owner' | 'operator' }
>;
export type RecoveryCodesReplaced = DomainEvent<'RecoveryCodesReplaced', { factorId: string }>;
export type RecoveryCodeUsed = DomainEvent<'RecoveryCodeUsed', { factorId: string; left: number }>;

/** The owner wants another address; nothing changes until both ends have confirmed it. */
export type EmailChangeRequested = DomainEvent<'EmailChangeRequested', { changeId: string; email: string }>;
/** The link that was mailed to one of both addresses was followed. */
export type EmailChangeConfirmed = DomainEvent<'EmailChangeConfirmed', { changeId: string; by: EmailEnd }>;
/** The owner withdrew or replaced it, it lapsed, or another account has the address. */
export type EmailChangeCancelled = DomainEvent<'EmailChangeCancelled', { changeId: string }>;
/**
 * The new address of the account; its claim is made before, that of the old address ends later. `undo`: the address of
 * before that change is back.
 */
export type EmailChanged = DomainEvent<
  'EmailChanged',
  { changeId: string; email: string; cause: 'confirmed' | 'undo' }
>;
/** An address of a change is the account's no longer; its claim has ended. */
export type EmailGivenUp = DomainEvent<'EmailGivenUp', { changeId: string }>;
export type NameChanged = DomainEvent<'NameChanged', { firstName: string; lastName: string }>;
/** The owner closed the account: it opens no session again. Name and history stay until retention ends. */
export type AccountClosed = DomainEvent<'AccountClosed', Record<string, never>>;
/** Who decided it: `by` is the uid of the lead. */
interface HoldDecision {
  readonly reason: string;
  readonly by: string;
}
/** Nothing of the person is erased while it lasts; never shown to the sender. */
export type LegalHoldPlaced = DomainEvent<'LegalHoldPlaced', HoldDecision>;
export type LegalHoldLifted = DomainEvent<'LegalHoldLifted', HoldDecision>;
/** Retention has ended: the key of the person's personal fields is destroyed next. */
export type AccountErased = DomainEvent<'AccountErased', Record<string, never>>;

/** Decisions about an account that survive a restore. */
export type AccountSafety =
  | RoleGranted
  | RoleRevoked
  | AccountSuspended
  | AccountReinstated
  | SecondFactorRemoved
  | AccountClosed
  | LegalHoldPlaced
  | LegalHoldLifted
  | AccountErased;

export type AccountEvent =
  | AccountRegistered
  | TermsAccepted
  | EmailConfirmed
  | PasswordChanged
  | AccountReclaimed
  | AccountCleared
  | ExternalIdentityLinked
  | ExternalIdentityUnlinked
  | RoleGranted
  | RoleRevoked
  | AccountSuspended
  | AccountReinstated
  | ReinstatementRequested
  | SecondFactorEnrolled
  | SecondFactorRemoved
  | RecoveryCodesReplaced
  | RecoveryCodeUsed
  | EmailChangeRequested
  | EmailChangeConfirmed
  | EmailChangeCancelled
  | EmailChanged
  | EmailGivenUp
  | NameChanged
  | AccountClosed
  | LegalHoldPlaced
  | LegalHoldLifted
  | AccountErased;
