import { streamId } from '../../../event-sourcing/event.js';
import { stateless, type Saga } from '../../../event-sourcing/saga.js';
import type { SenderEvent } from '../../transfers/sending/transfer.decider.js';

/** An account that no send is accepted from any more. */
interface FinishOfClosing {
  readonly type: 'FinishClosing';
  readonly uid: string;
}

/** Closes an account after its sending, even when the server was killed in between. */
export const closingSaga: Saga<null, FinishOfClosing, SenderEvent> = {
  name: 'closing',
  startAt: 'head',
  prefixes: ['sender-'],
  ...stateless,
  react: ({ id, type, stream }) =>
    type === 'SendingClosed'
      ? [{ commandIdParts: [id], command: { type: 'FinishClosing', uid: streamId(stream) } }]
      : [],
};
