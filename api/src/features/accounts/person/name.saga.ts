import { streamId } from '../../../event-sourcing/event.js';
import { stateless, type Saga } from '../../../event-sourcing/saga.js';
import type { NameGiven, VerificationEvent } from '../../verification/verification-events.rules.js';

interface FollowingOfName {
  readonly type: 'FollowName';
  readonly uid: string;
}

/** The account follows the name that was given to its person, also when a repeated identity check gave it. */
export const nameSaga: Saga<null, FollowingOfName, NameGiven | VerificationEvent> = {
  name: 'names',
  startAt: 'head',
  prefixes: ['sender-'],
  ...stateless,
  react: ({ id, type, stream }) =>
    type === 'NameGiven'
      ? [{ commandIdParts: [id], command: { type: 'FollowName', uid: streamId(stream) } }]
      : [],
};
