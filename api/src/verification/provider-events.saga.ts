import type { RecordedEvent } from '../event-sourcing/event.js';
import type { Saga } from '../event-sourcing/saga.js';
import { webhookStream, type ProviderEventReceived } from './provider-event.decider.js';
import type { ProviderStatus } from './verification.decider.js';

/** A provider's update of an inquiry, to be compared with the sender's own stream. */
export interface InquiryUpdate {
  readonly type: 'ApplyProviderEvent';
  readonly eventId: string;
  readonly inquiryId: string;
  readonly referenceId: string | null;
  readonly providerStatus: ProviderStatus;
  readonly providerAt: string;
  /** Of the update in the log: views must have passed it before they are asked whose inquiry it is. */
  readonly position: string;
}

/** Processes recorded webhooks after they were answered: every one since the beginning, each once. */
export const providerEventsSaga: Saga<null, InquiryUpdate> = {
  name: 'verification',
  startAt: 'beginning',
  prefixes: [webhookStream.prefix],
  stateStream: () => null,
  initialState: () => null,
  evolve: () => null,
  react(event) {
    const { data, id, position } = event as RecordedEvent<ProviderEventReceived>;
    const { eventId, inquiryId, referenceId, providerStatus, providerAt } = data;
    if (inquiryId === null || providerStatus === null) return [];
    const update = { eventId, inquiryId, referenceId, providerStatus, providerAt, position };
    return [{ parts: [id], command: { type: 'ApplyProviderEvent', ...update } }];
  },
};
