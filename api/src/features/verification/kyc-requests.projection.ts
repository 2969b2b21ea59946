import { type RecordedEvent, streamId } from '../../event-sourcing/event.js';
import type { Projection } from '../../event-sourcing/projection.js';
import type { KycRequest } from '../../kernel/verification.js';
import { senderStream, type VerificationEvent } from './verification.decider.js';

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
  key: (event) => (isVerification(event) ? event.data.requestId : null),
  apply: (document, event) => (isVerification(event) ? applied(document, event) : document),
};

function applied(document: KycRequest | null, event: RecordedEvent<VerificationEvent>): KycRequest | null {
  const updatedAt = event.metadata.at;
  if (event.type === 'KycSubmitted') {
    const { requestId: id, fullName } = event.data;
    const uid = streamId(event.stream);
    return { id, uid, status: 'submitted', fullName, createdAt: updatedAt, updatedAt, inquiryId: null };
  }
  if (!document) return null;
  if (event.type === 'KycStatusChanged') return { ...document, status: event.data.status, updatedAt };
  return { ...document, status: 'created', inquiryId: event.data.inquiryId, updatedAt };
}

function isVerification(event: RecordedEvent): event is RecordedEvent<VerificationEvent> {
  return ['KycSubmitted', 'InquiryOpened', 'KycStatusChanged'].includes(event.type);
}
