import { type RecordedEvent, streamId } from '../../event-sourcing/event.js';
import type { Saga } from '../../event-sourcing/saga.js';
import { accountStream, type AccountEvent } from '../account.decider.js';

/** Kinds of mail. Events trigger the first three; the others are requested by commands that record none. */
export const MAIL_KINDS = [
  'confirm-email',
  'password-changed',
  'identity-linked',
  'reset-password',
  'new-device',
  'sessions-ended',
  'social-account',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A mail for the outbox; one per cause and kind. */
export interface RequestedMail {
  readonly type: 'QueueMail';
  readonly kind: MailKind;
  readonly uid: string;
  /** Id of the event that triggered it. */
  readonly cause: string;
}

/** Security mail: always sent, regardless of preferences. */
export const mailSaga: Saga<null, RequestedMail> = {
  name: 'mail',
  startAt: 'head',
  prefixes: [accountStream.prefix],
  stateStream: () => null,
  initialState: () => null,
  evolve: () => null,
  react(event) {
    const kind = kindOf(event as RecordedEvent<AccountEvent>);
    if (!kind) return [];
    const command = { type: 'QueueMail', kind, uid: streamId(event.stream), cause: event.id } as const;
    return [{ parts: [event.id, kind], command }];
  },
};

function kindOf(event: RecordedEvent<AccountEvent>): MailKind | null {
  if (event.type === 'AccountRegistered') return 'confirm-email';
  if (event.type === 'ExternalIdentityLinked')
    return event.data.cause === 'password' ? 'identity-linked' : null;
  return event.type === 'PasswordChanged' ? 'password-changed' : null;
}
