import { type EventDeclaration, streamId } from '../event-sourcing/event.js';
import type {
  AccountRegistered,
  AccountReinstated,
  AccountSuspended,
  EmailConfirmed,
  PasswordChanged,
  RoleGranted,
  RoleRevoked,
  TermsAccepted,
} from './account.decider.js';
import type { EmailClaimed } from './email-claim.decider.js';

const uid = '7d0f1c5e-2a44-4c8e-9b1a-3f6c2d5e8a90';
const credentialId = '0b9c6f2e-8d31-4e57-a2c4-5f7e1d3b6a88';

/** Event declarations of the accounts feature, on `account-{uid}` and `email-{hmac}`. */
export const accountEvents: readonly [
  EventDeclaration<AccountRegistered>,
  EventDeclaration<TermsAccepted>,
  EventDeclaration<EmailConfirmed>,
  EventDeclaration<PasswordChanged>,
  EventDeclaration<RoleGranted>,
  EventDeclaration<RoleRevoked>,
  EventDeclaration<AccountSuspended>,
  EventDeclaration<AccountReinstated>,
  EventDeclaration<EmailClaimed>,
] = [
  {
    type: 'AccountRegistered',
    schemaVersion: 1,
    summary: 'A person signed up; the named credential in the vault holds the password hash.',
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
    summary: 'The person followed the link that was mailed to the address of the account.',
    example: {},
  },
  {
    type: 'PasswordChanged',
    schemaVersion: 1,
    summary: 'Another credential counts from here on; every session of the one before ends.',
    example: {
      credentialId: 'f3a7d0c1-6b52-4f0d-8e19-7c4b2a9d5e61',
      replacedCredentialId: credentialId,
      cause: 'reset',
    },
  },
  {
    type: 'RoleGranted',
    schemaVersion: 1,
    summary: 'The operator gave the account a staff role; the actor names who decided it.',
    example: { role: 'analyst' },
  },
  {
    type: 'RoleRevoked',
    schemaVersion: 1,
    summary: 'The operator took a staff role from the account; its sessions end.',
    example: { role: 'analyst' },
  },
  {
    type: 'AccountSuspended',
    schemaVersion: 1,
    summary: 'The operator suspended the account: its sessions end, and it cannot sign in.',
    example: {},
  },
  {
    type: 'AccountReinstated',
    schemaVersion: 1,
    summary: 'The operator lifted the suspension: the person can sign in again.',
    example: {},
  },
  {
    type: 'EmailClaimed',
    schemaVersion: 1,
    summary: 'The address behind this stream belongs to the account, registered or about to be.',
    example: { uid },
  },
];
