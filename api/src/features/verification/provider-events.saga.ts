import { stateless, type Saga } from '../../event-sourcing/saga.js';
import type { PaymentNotice, PayoutNotice } from '../lifecycle/worker/notices.rules.js';
import { webhookStream, type ProviderEventReceived } from './provider-event.decider.js';
import type { ProviderStatus } from './verification-events.rules.js';

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
export const providerEventsSaga: Saga<
  null,
  InquiryUpdate,
  ProviderEventReceived | PaymentNotice | PayoutNotice
> = {
  name: 'verification',
  startAt: 'beginning',
  prefixes: [webhookStream.prefix],
  ...stateless,
  react({ type, data, id, position }) {
    if (type !== 'ProviderEventReceived') return [];
    const { eventId, inquiryId, referenceId, providerStatus, providerAt } = data;
    // A created inquiry changes nothing, and its webhook can be faster than the response that opens it here.
    if (inquiryId === null || providerStatus === null || providerStatus === 'created') return [];
    const update = { eventId, inquiryId, referenceId, providerStatus, providerAt, position };
    return [{ commandIdParts: [id], command: { type: 'ApplyProviderEvent', ...update } }];
  },
};
