import { streamId } from '../../event-sourcing/event.js';
import type { LiveTopics } from '../../event-sourcing/live-topics.js';
import { topics } from '../../kernel/live.js';
import type { AccountEvent } from './account/account-events.rules.js';
import { accountStream } from './account/account.decider.js';

const shown: ReadonlySet<string> = new Set<AccountEvent['type']>([
  'EmailConfirmed',
  'EmailChangeRequested',
  'EmailChangeConfirmed',
  'EmailChangeCancelled',
  'EmailChanged',
  'EmailGivenUp',
  'NameChanged',
  'ExternalIdentityLinked',
  'ExternalIdentityUnlinked',
  'RoleGranted',
  'RoleRevoked',
  'SecondFactorEnrolled',
  'SecondFactorRemoved',
]);

/** Who is signed in, and how they can; a confirmed address also opens the verification. */
export const accountTopics: LiveTopics = {
  name: 'account-topics',
  prefixes: [accountStream.prefix],
  announce({ type, stream }) {
    if (!shown.has(type)) return null;
    return { to: { uid: streamId(stream) }, topics: [topics.me, topics.verification] };
  },
};
