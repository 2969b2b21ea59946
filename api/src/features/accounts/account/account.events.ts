import { type EventDeclaration, streamId } from '../../../event-sourcing/event.js';
import type {
  AccountCleared,
  AccountClosed,
  AccountErased,
  AccountReclaimed,
  AccountRegistered,
  AccountReinstated,
  AccountSuspended,
  EmailChangeCancelled,
  EmailChangeConfirmed,
  EmailChanged,
  EmailChangeRequested,
  EmailConfirmed,
  EmailGivenUp,
  ExternalIdentityLinked,
  ExternalIdentityUnlinked,
  LegalHoldLifted,
  LegalHoldPlaced,
  NameChanged,
  PasswordChanged,
  RecoveryCodesReplaced,
  RecoveryCodeUsed,
  ReinstatementRequested,
  RoleGranted,
  RoleRevoked,
  SecondFactorEnrolled,
  SecondFactorRemoved,
  TermsAccepted,
} from './account-events.rules.js';
import type { EmailClaimed, EmailReleased } from './email-claim.decider.js';
import type { IdentityClaimed, IdentityReleased } from '../social/linking/identity-claim.decider.js';

const LEAD = '7d3e9f1f-5c2b-4a1e-8c7f-0b1d2e3f4a51';
const uid = '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90';
const subjectIndex = '5f1d7e84bd26f01eaed8ea0f5b2c3b6a1f3d94c7e08a52b6c9d1e7f3a4b5c6d7';
const factorId = '5c1e8a37-94d2-4b6f-a0e5-2d7f3c9b1e64';
const changeId = '4e1b9c57-2f80-4d6a-9b3e-6a0c8d5f7e12';
const credentialId = '0b9c6f2e-8d31-4e57-a2c4-5f7e1d3b6a88';

/** Version 1 was always the operations team's, without a reason. */
const judgment = {
  schemaVersion: 2,
  upcasts: { 1: () => ({ cause: 'operations', reason: '', by: null }) },
  personal: ['reason'],
  subject: (_: unknown, stream: string) => streamId(stream),
  safety: () => 'suspension',
} as const;

/** A lead's decision on how long the person's data is kept. */
const hold = {
  schemaVersion: 1,
  personal: ['reason'],
  subject: (_: unknown, stream: string) => streamId(stream),
  safety: () => 'legal-hold',
} as const;

/** Event declarations of the accounts feature, on `account-{uid}`, `email-{hmac}` and `identity-{hmac}`. */
export const accountEvents: readonly [
  EventDeclaration<AccountRegistered>,
  EventDeclaration<TermsAccepted>,
  EventDeclaration<EmailConfirmed>,
  EventDeclaration<PasswordChanged>,
  EventDeclaration<AccountReclaimed>,
  EventDeclaration<AccountCleared>,
  EventDeclaration<ExternalIdentityLinked>,
  EventDeclaration<ExternalIdentityUnlinked>,
  EventDeclaration<RoleGranted>,
  EventDeclaration<RoleRevoked>,
  EventDeclaration<AccountSuspended>,
  EventDeclaration<AccountReinstated>,
  EventDeclaration<ReinstatementRequested>,
  EventDeclaration<SecondFactorEnrolled>,
  EventDeclaration<SecondFactorRemoved>,
  EventDeclaration<RecoveryCodesReplaced>,
  EventDeclaration<RecoveryCodeUsed>,
  EventDeclaration<EmailChangeRequested>,
  EventDeclaration<EmailChangeConfirmed>,
  EventDeclaration<EmailChangeCancelled>,
  EventDeclaration<EmailChanged>,
  EventDeclaration<EmailGivenUp>,
  EventDeclaration<NameChanged>,
  EventDeclaration<AccountClosed>,
  EventDeclaration<LegalHoldPlaced>,
  EventDeclaration<LegalHoldLifted>,
  EventDeclaration<AccountErased>,
  EventDeclaration<EmailClaimed>,
  EventDeclaration<EmailReleased>,
  EventDeclaration<IdentityClaimed>,
  EventDeclaration<IdentityReleased>,
] = [
  {
    type: 'AccountRegistered',
    schemaVersion: 1,
    summary:
      'A person signed up; the vault has the password hash, or nothing after a sign-up with a provider.',
    personal: ['email', 'firstName', 'lastName'],
    subject: (_: unknown, stream: string) => streamId(stream),
    example: { email: 'maya@example.com', firstName: 'Maya', lastName: 'Okafor', locale: 'es', credentialId },
  },
  {
    type: 'TermsAccepted',
    schemaVersion: 1,
    summary: 'The person accepted this version of the terms and attested the minimum age.',
    example: { termsVersion: '2025-09-01', minimumAge: 18 },
  },
  {
    type: 'EmailConfirmed',
    schemaVersion: 1,
    summary: 'The link mailed to the address was followed, or a sign-in provider vouched for the address.',
    example: {},
  },
  {
    type: 'PasswordChanged',
    schemaVersion: 1,
    summary: 'The password was replaced; every session of the old one ends.',
    example: {
      credentialId: 'f3a7d0c1-6b52-4f0d-8e19-7c4b2a9d5e61',
      replacedCredentialId: credentialId,
      cause: 'reset',
    },
  },
  {
    type: 'AccountReclaimed',
    schemaVersion: 1,
    summary:
      'The mailbox of an unconfirmed account was proved by its owner: every earlier session and way in ends.',
    example: {
      credentialId: 'f3a7d0c1-6b52-4f0d-8e19-7c4b2a9d5e61',
      replacedCredentialId: credentialId,
      by: 'reset',
    },
  },
  {
    type: 'AccountCleared',
    schemaVersion: 1,
    summary: 'What a reclaimed or closed account had saved (cards, recipients, display name) is removed.',
    example: {},
  },
  {
    type: 'ExternalIdentityLinked',
    schemaVersion: 2,
    summary: 'The person can sign in with this account of a provider.',
    // Earlier versions did not record the address that the provider vouched for, except that a sign-up took it over.
    upcasts: { 1: (data: { readonly cause: string }) => ({ ...data, ownAddress: data.cause === 'sign-up' }) },
    example: { provider: 'google', subjectIndex, cause: 'sign-up', ownAddress: true },
  },
  {
    type: 'ExternalIdentityUnlinked',
    schemaVersion: 1,
    summary: 'The person, or a reset, removed this account of a provider; the sessions opened with it end.',
    example: { provider: 'apple', subjectIndex },
  },
  {
    type: 'RoleGranted',
    schemaVersion: 1,
    summary: 'The operator gave the account a staff role.',
    safety: ({ role }) => role,
    example: { role: 'analyst' },
  },
  {
    type: 'RoleRevoked',
    schemaVersion: 1,
    summary: 'The operator took a staff role from the account, or it was closed; its sessions end.',
    safety: ({ role }) => role,
    example: { role: 'analyst' },
  },
  {
    type: 'AccountSuspended',
    ...judgment,
    summary: 'The operations team or a lead suspended the account: its sessions end, and it cannot sign in.',
    example: { cause: 'lead', reason: 'Somebody else uses the account.', by: LEAD },
  },
  {
    type: 'AccountReinstated',
    ...judgment,
    summary: 'The operations team, or the second of two leads, lifted the suspension.',
    example: { cause: 'operations', reason: '', by: null },
  },
  {
    type: 'ReinstatementRequested',
    schemaVersion: 1,
    personal: ['reason'],
    subject: (_, stream) => streamId(stream),
    summary: 'A lead wants the suspension to end; another lead has to agree.',
    example: { reason: 'The bank confirmed the owner.', by: LEAD, requestedAt: '2026-11-20T12:00:00.000Z' },
  },
  {
    type: 'SecondFactorEnrolled',
    schemaVersion: 1,
    summary: 'The person set up a second factor: every sign-in needs a code, and sessions without one end.',
    example: { factorId },
  },
  {
    type: 'SecondFactorRemoved',
    schemaVersion: 1,
    summary: 'The person, or after a loss an operator, removed the second factor; every session ends.',
    safety: ({ factorId }) => factorId,
    example: { factorId, cause: 'operator' },
  },
  {
    type: 'RecoveryCodesReplaced',
    schemaVersion: 1,
    summary: 'Ten new recovery codes replaced the earlier ones.',
    example: { factorId },
  },
  {
    type: 'RecoveryCodeUsed',
    schemaVersion: 1,
    summary: 'A recovery code took the place of an authenticator code; so many are left.',
    example: { factorId, left: 9 },
  },
  {
    type: 'EmailChangeRequested',
    schemaVersion: 1,
    summary: 'The person wants another address; links to both confirm it.',
    personal: ['email'],
    subject: (_: unknown, stream: string) => streamId(stream),
    example: { changeId, email: 'maya.okafor@example.com' },
  },
  {
    type: 'EmailChangeConfirmed',
    schemaVersion: 1,
    summary: 'The link mailed to one of both addresses was followed.',
    example: { changeId, by: 'old' },
  },
  {
    type: 'EmailChangeCancelled',
    schemaVersion: 1,
    summary:
      'A change of address was withdrawn, replaced, not confirmed in time, or another account has the address.',
    example: { changeId },
  },
  {
    type: 'EmailChanged',
    schemaVersion: 1,
    summary: 'The account has another address; or the owner of the earlier mailbox undid that.',
    personal: ['email'],
    subject: (_: unknown, stream: string) => streamId(stream),
    example: { changeId, email: 'maya.okafor@example.com', cause: 'confirmed' },
  },
  {
    type: 'EmailGivenUp',
    schemaVersion: 1,
    summary: 'The account no longer keeps an address of a change.',
    example: { changeId },
  },
  {
    type: 'NameChanged',
    schemaVersion: 1,
    summary: 'The person corrected their name.',
    personal: ['firstName', 'lastName'],
    subject: (_: unknown, stream: string) => streamId(stream),
    example: { firstName: 'Maya', lastName: 'Okafor-Reyes' },
  },
  {
    type: 'AccountClosed',
    schemaVersion: 1,
    summary:
      'The person closed the account: no session opens again; name and history stay until retention ends.',
    safety: () => 'closed',
    example: {},
  },
  {
    type: 'LegalHoldPlaced',
    ...hold,
    summary: 'A lead keeps the data of the person beyond its retention.',
    example: { reason: 'A court asked for the records.', by: LEAD },
  },
  {
    type: 'LegalHoldLifted',
    ...hold,
    summary: 'A lead ended the legal hold.',
    example: { reason: 'The court closed the matter.', by: LEAD },
  },
  {
    type: 'AccountErased',
    schemaVersion: 1,
    summary: "The key of the person's personal fields is destroyed, after the end of retention.",
    safety: () => 'erased',
    example: {},
  },
  {
    type: 'EmailClaimed',
    schemaVersion: 1,
    summary: 'The address behind this stream belongs to the account, registered or about to be.',
    example: { uid },
  },
  {
    type: 'EmailReleased',
    schemaVersion: 1,
    summary: 'The address behind this stream can be claimed again.',
    example: { uid },
  },
  {
    type: 'IdentityClaimed',
    schemaVersion: 1,
    summary: 'The account of a provider behind this stream belongs to the account, linked or about to be.',
    example: { uid },
  },
  {
    type: 'IdentityReleased',
    schemaVersion: 1,
    summary: 'The account of a provider behind this stream can be linked again.',
    example: { uid },
  },
];
