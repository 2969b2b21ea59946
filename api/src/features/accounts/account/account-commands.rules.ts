import type { DecideAgain } from '../../../event-sourcing/decider.js';
import type { EmailEnd, SocialProvider, StaffRole } from '../../../kernel/people/accounts.js';
import type { SuspensionCause } from '../../../kernel/staff/standing.js';
import type { AccountRegistered, AccountSafety } from './account-events.rules.js';

interface At {
  readonly at: string;
}
export type RegisterAccount = At &
  Readonly<AccountRegistered['data']> & { readonly type: 'RegisterAccount'; readonly termsVersion: string };
/** An identity that a provider has just proven. */
export interface ProvenIdentity {
  readonly provider: SocialProvider;
  readonly subjectIndex: string;
}
/**
 * A sign-up without a password, with an address that the provider has verified: the credential of the account does not
 * exist in the vault.
 */
export type RegisterWithIdentity = Omit<RegisterAccount, 'type'> &
  ProvenIdentity & { readonly type: 'RegisterWithIdentity' };
/** Only after the account's password was verified. */
export type LinkIdentity = At &
  ProvenIdentity & {
    readonly type: 'LinkIdentity';
    /** The address of the account that the provider has verified; null for another one, or none. */
    readonly vouchedFor: string | null;
    /** The credential of that password: once it is replaced, what began with it is void. */
    readonly credentialId: string;
  };
/** A provider has verified the unconfirmed address of an account. */
export type ReclaimWithIdentity = At &
  ProvenIdentity & {
    readonly type: 'ReclaimWithIdentity';
    /** Names no record of the vault, so that no password matches until one is set. */
    readonly credentialId: string;
  };
/** The data saved before it was reclaimed or closed is removed. */
export interface ClearAccount {
  readonly type: 'ClearAccount';
}
/** Only after the account's password was verified. */
export type UnlinkProvider = At & { readonly type: 'UnlinkProvider'; readonly provider: SocialProvider };
export type ConfirmEmail = At & { readonly type: 'ConfirmEmail' };
/** `replaces` is the credential the caller proved to know; null = any (a reset). */
export type ChangePassword = At & {
  readonly type: 'ChangePassword';
  readonly credentialId: string;
  readonly replaces: string | null;
};
/** Of the account's second factor; all but a reset and what a mailed link removes only after a code of it was accepted. */
export type FactorChange =
  /** `replaces` is the factor whose code was accepted; null = none. */
  | { readonly type: 'EnrolSecondFactor'; readonly factorId: string; readonly replaces: string | null }
  | { readonly type: 'RemoveSecondFactor' | 'ReplaceRecoveryCodes'; readonly factorId: string }
  | { readonly type: 'UseRecoveryCode'; readonly factorId: string; readonly left: number }
  | { readonly type: 'ResetSecondFactor' };
export interface SuspendAccount {
  readonly type: 'SuspendAccount';
  readonly cause: SuspensionCause;
  readonly reason: string;
  /** The uid of a lead; null on the command line. */
  readonly by: string | null;
}
export interface ReinstateAccount extends Omit<SuspendAccount, 'type'> {
  readonly type: 'ReinstateAccount';
}
/** A change of address, by its id: asked for, confirmed at both ends, made once the account has claimed it. */
export type EmailCommand = { readonly changeId: string } & (
  | { readonly type: 'RequestEmailChange'; readonly email: string }
  /** Only with the link that was mailed to this end. */
  | { readonly type: 'ConfirmEmailChange'; readonly by: EmailEnd }
  | { readonly type: 'CancelEmailChange' }
  /** Only for an address that the account has claimed. */
  | { readonly type: 'ChangeEmail' }
  /** Only when the claim of the address has ended, or the account has the address otherwise. */
  | { readonly type: 'GiveUpEmail' }
);
/** Only with the link that was mailed to the address of before; the credential is a new one. */
export type UndoEmailChange = At & {
  readonly type: 'UndoEmailChange';
  readonly changeId: string;
  readonly credentialId: string;
};
export interface ChangeName {
  readonly type: 'ChangeName';
  readonly firstName: string;
  readonly lastName: string;
}
/** Only after no send is accepted any more: SendingClosed on the sender's stream, which needs a recent proof of the person. */
export interface CloseAccount {
  readonly type: 'CloseAccount';
}
export interface PlaceLegalHold {
  readonly type: 'PlaceLegalHold';
  readonly reason: string;
  /** The uid of a lead. */
  readonly by: string;
}
export interface LiftLegalHold extends Omit<PlaceLegalHold, 'type'> {
  readonly type: 'LiftLegalHold';
}
/** Only when retention has ended. */
export interface EraseAccount {
  readonly type: 'EraseAccount';
}
/** What becomes of the person's data, and what the account says about the person. */
export type PersonalDataCommand =
  | ChangeName
  | CloseAccount
  | ClearAccount
  | PlaceLegalHold
  | LiftLegalHold
  | EraseAccount;
/** What the operator's command line may change (decision 19); leads suspend and reinstate too. */
export type Administration =
  | { readonly type: 'GrantRole' | 'RevokeRole'; readonly role: StaffRole }
  | SuspendAccount
  | ReinstateAccount;
export type AccountCommand =
  | RegisterAccount
  | RegisterWithIdentity
  | LinkIdentity
  | ReclaimWithIdentity
  | UnlinkProvider
  | ConfirmEmail
  | ChangePassword
  | (At & FactorChange)
  | (At & PersonalDataCommand)
  | (At & EmailCommand)
  | UndoEmailChange
  | (At & Administration)
  | (At & DecideAgain<AccountSafety>);
