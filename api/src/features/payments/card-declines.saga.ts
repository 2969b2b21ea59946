import { stateless, type Saga } from '../../event-sourcing/saga.js';
import { streamId } from '../../event-sourcing/event.js';
import { transferStream, type LifecycleEvent } from '../lifecycle/state/lifecycle-events.rules.js';

export interface Declined {
  readonly type: 'CountDecline';
  readonly transferId: string;
}

/** Counts every declined payment, also one that its bank declined long after the request. */
export const cardDeclinesSaga: Saga<null, Declined, LifecycleEvent> = {
  name: 'card-declines',
  startAt: 'head',
  prefixes: [transferStream.prefix],
  ...stateless,
  react: ({ id, type, stream }) =>
    type === 'PaymentDeclined'
      ? [{ commandIdParts: [id], command: { type: 'CountDecline', transferId: streamId(stream) } }]
      : [],
};
