import { type RecordedEvent, streamId } from '../../event-sourcing/event.js';
import type { Saga } from '../../event-sourcing/saga.js';
import { accountStream, type AccountEvent } from '../account.decider.js';

/** The sessions opened with a replaced password. */
export interface StaleSessions {
  readonly type: 'EndStaleSessions';
  readonly uid: string;
  readonly replacedCredentialId: string;
}

/** A changed password ends the sessions of the previous one, even when the server was killed after recording it. */
export const staleSessionsSaga: Saga<null, StaleSessions> = {
  name: 'stale-sessions',
  startAt: 'head',
  prefixes: [accountStream.prefix],
  stateStream: () => null,
  initialState: () => null,
  evolve: () => null,
  react(recorded) {
    const event = recorded as RecordedEvent<AccountEvent>;
    if (event.type !== 'PasswordChanged') return [];
    const { replacedCredentialId } = event.data;
    const command = { type: 'EndStaleSessions', uid: streamId(event.stream), replacedCredentialId } as const;
    return [{ parts: [event.id], command }];
  },
};
