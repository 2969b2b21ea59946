import { type StreamEvent, streamId } from '../../event-sourcing/event.js';
import { documentsBy, type Projection } from '../../event-sourcing/projection.js';
import type { KycRequest } from '../../kernel/people/verification.js';
import { senderStream, type KycSubmitted, type VerificationEvent } from './verification.decider.js';

/** Every identity check; a sender's latest decides the badge, and open ones are checked again. */
export const kycRequestsProjection: Projection<KycRequest> = {
  name: 'kyc_requests',
  version: 1,
  indexes: [
    { name: 'bySender', eq: ['uid'], sort: 'createdAt' },
    { name: 'byStatus', eq: ['status'], sort: 'updatedAt' },
    { name: 'byInquiry', eq: ['inquiryId'], sort: 'createdAt' },
  ],
  prefixes: [senderStream.prefix],
  ...documentsBy<KycRequest, VerificationEvent>(({ data }) => [data.requestId], {
    KycSubmitted: (_, event) => submitted(event),
    InquiryOpened: (document, { data: { inquiryId }, metadata: { at } }) =>
      document && { ...document, status: 'created', inquiryId, updatedAt: at },
    KycStatusChanged: (document, { data: { status }, metadata: { at } }) =>
      document && { ...document, status, updatedAt: at },
  }),
};

/** The newest request of a sender; its status is the badge. */
export const newestRequestOf = (uid: string) =>
  ({ by: 'bySender', where: { uid }, desc: true, limit: 1 }) as const;

function submitted({ stream, data, metadata: { at } }: StreamEvent<KycSubmitted>): KycRequest {
  const { requestId: id, fullName } = data;
  const uid = streamId(stream);
  return { id, uid, status: 'submitted', fullName, createdAt: at, updatedAt: at, inquiryId: null };
}
