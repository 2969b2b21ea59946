import { streamId } from '../../../event-sourcing/event.js';
import { stateless, type Saga } from '../../../event-sourcing/saga.js';
import type { AccountEvent, EmailChanged } from '../account/account-events.rules.js';
import { accountStream } from '../account/account.decider.js';

/** The sessions opened with a replaced password, those opened by a removed identity until `at`, or all until `at`. */
export interface StaleSessions {
  readonly type: 'EndStaleSessions';
  readonly uid: string;
  readonly replacedCredentialId: string | null;
  /** Blind index of the removed identity. */
  readonly removedIdentity?: string;
  /** Whether a second factor was enrolled, or removed by its owner: the sessions without, or with, a code of it end. */
  readonly factorEnrolled?: boolean;
  readonly emailChanged?: Pick<EmailChanged['data'], 'changeId' | 'cause'>;
  readonly at: string;
}

const ENDING: ReadonlySet<string> = new Set([
  'PasswordChanged',
  'AccountReclaimed',
  'ExternalIdentityUnlinked',
  'RoleRevoked',
  'AccountSuspended',
  'AccountClosed',
  'EmailChanged',
  'SecondFactorEnrolled',
  'SecondFactorRemoved',
]);

/**
 * A changed password and a reclaimed account end the sessions of the previous credential, a removed identity those that it
 * opened, a changed address those that did not ask for it, a second factor those without it, its removal those with it, a
 * revoked role, a suspension or a closing all of them, even when the server was killed after recording it.
 */
export const staleSessionsSaga: Saga<null, StaleSessions, AccountEvent> = {
  name: 'stale-sessions',
  startAt: 'head',
  prefixes: [accountStream.prefix],
  ...stateless,
  react(event) {
    if (!ENDING.has(event.type)) return [];
    const isReplaced = event.type === 'PasswordChanged' || event.type === 'AccountReclaimed';
    const replacedCredentialId = isReplaced ? event.data.replacedCredentialId : null;
    const { at } = event.metadata;
    const command = {
      type: 'EndStaleSessions',
      uid: streamId(event.stream),
      replacedCredentialId,
      ...(event.type === 'ExternalIdentityUnlinked' && { removedIdentity: event.data.subjectIndex }),
      ...(event.type === 'EmailChanged' && {
        emailChanged: { changeId: event.data.changeId, cause: event.data.cause },
      }),
      ...(event.type === 'SecondFactorEnrolled' && { factorEnrolled: true }),
      ...(event.type === 'SecondFactorRemoved' && { factorEnrolled: false }),
      at,
    } as const;
    return [{ commandIdParts: [event.id], command }];
  },
};
