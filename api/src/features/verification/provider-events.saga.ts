import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { Saga } from '../../event-sourcing/saga.js';
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
  /** Position of the update in the log; a view must have passed it before the sender is looked up there. */
  readonly position: string;
}

/** Processes every recorded webhook once, after the response was sent. */
export const providerEventsSaga: Saga<null, InquiryUpdate> = {
  name: 'verification',
  startAt: 'beginning',
  prefixes: [webhookStream.prefix],
  stateStream: () => null,
  initialState: () => null,
  evolve: () => null,
  react(event) {
    if (event.type !== 'ProviderEventReceived') return [];
    const { data, id, position } = event as RecordedEvent<ProviderEventReceived>;
    const { eventId, inquiryId, referenceId, providerStatus, providerAt } = data;
    // A created inquiry changes nothing, and its webhook can be faster than the response that opens it here.
    if (inquiryId === null || providerStatus === null || providerStatus === 'created') return [];
    const update = { eventId, inquiryId, referenceId, providerStatus, providerAt, position };
    return [{ commandIdParts: [id], command: { type: 'ApplyProviderEvent', ...update } }];
  },
};
