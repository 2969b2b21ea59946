import { accountEvents } from './accounts/account.events.js';
import { accountsProjection } from './accounts/accounts.projection.js';
import { accessEvents } from './compliance/access.decider.js';
import { caseEvents } from './compliance/case.decider.js';
import { suspiciousTransactionsProjection } from './compliance/suspicious-transactions.projection.js';
import type { AnyEventDeclaration } from './event-sourcing/event.js';
import type { AnyProjection } from './subscriptions/subscriptions.js';
import { preferencesEvents } from './preferences/preferences.decider.js';
import { userPrefsProjection } from './preferences/user-prefs.projection.js';
import { transactionsProjection } from './transfers/transactions.projection.js';
import { transferEvents } from './transfers/transfer.events.js';
import { kycRequestsProjection } from './verification/kyc-requests.projection.js';
import { verificationEvents } from './verification/verification.events.js';

/** Every event type of every room: the codec, the golden files and docs/events.md are made from this list. */
export const eventDeclarations: readonly AnyEventDeclaration[] = [
  ...accountEvents,
  ...preferencesEvents,
  ...transferEvents,
  ...verificationEvents,
  ...caseEvents,
  ...accessEvents,
];

/** How the name of every stream of every room begins: its category, as the event store calls it. */
export const streamPrefixes: readonly string[] = [
  'access-',
  'account-',
  'case-',
  'email-',
  'preferences-',
  'sender-',
  'transfer-',
  'webhook-',
];

/** Every projection of every room. */
export const projections: readonly AnyProjection[] = [
  accountsProjection,
  userPrefsProjection,
  transactionsProjection,
  kycRequestsProjection,
  suspiciousTransactionsProjection,
];
