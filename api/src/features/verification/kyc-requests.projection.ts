import { type StreamEvent, streamId } from '../../event-sourcing/event.js';
import { documentsBy, type Projection } from '../../event-sourcing/projection.js';
import { fullNameOf } from '../../kernel/people/accounts.js';
import type { KycRequest } from '../../kernel/people/verification.js';
import type { KycRepeated, KycSubmitted, VerificationEvent } from './verification-events.rules.js';
import { senderStream } from './verification.decider.js';

/** Every identity check; a sender's latest decides the badge, and open ones are checked again. */
export const kycRequestsProjection: Projection<KycRequest> = {
  name: 'kyc_requests',
  version: 2,
  indexes: [
    { name: 'bySender', eq: ['uid'], sort: 'createdAt' },
    { name: 'byBadge', eq: ['uid', 'decides'], sort: 'createdAt' },
    { name: 'byStatus', eq: ['status'], sort: 'updatedAt' },
    { name: 'byInquiry', eq: ['inquiryId'], sort: 'createdAt' },
  ],
  prefixes: [senderStream.prefix],
  ...documentsBy<KycRequest, VerificationEvent>(({ data }) => [data.requestId], {
    KycSubmitted: (_, event) => ({ ...submitted(event), fullName: event.data.fullName, decides: true }),
    KycRepeated: (_, event) => ({ ...submitted(event), fullName: fullNameOf(event.data), decides: false }),
    InquiryOpened: (document, { data: { inquiryId }, metadata: { at } }) =>
      document && { ...document, status: 'created', inquiryId, updatedAt: at },
    KycStatusChanged: (document, { data: { status }, metadata: { at } }) =>
      document && {
        ...document,
        status,
        updatedAt: at,
        decides: document.decides || status === 'verified',
        confirmed: document.confirmed || status === 'verified',
      },
  }),
};

/** The newest request of a sender that decides; its status is the badge. */
export const newestRequestOf = (uid: string) =>
  ({ by: 'byBadge', where: { uid, decides: true }, desc: true, limit: 1 }) as const;

function submitted({ stream, data, metadata: { at } }: StreamEvent<KycSubmitted | KycRepeated>) {
  const [id, uid] = [data.requestId, streamId(stream)];
  return {
    id,
    uid,
    status: 'submitted',
    createdAt: at,
    updatedAt: at,
    inquiryId: null,
    confirmed: false,
  } as const;
}
