import { z } from 'zod';
import { instantText } from '../../../engine/providers/provider-instants.js';
import { PROVIDER_STATUSES, type ProviderStatus } from '../verification-events.rules.js';

const inquiryId = z.string().regex(/^inq_[\w-]{1,100}$/);

/** An inquiry in the API's response. */
export const inquirySchema = z.object({
  data: z.object({
    id: inquiryId,
    attributes: z.object({
      status: z.enum(PROVIDER_STATUSES),
      'updated-at': instantText.nullish(),
    }),
  }),
  meta: z.object({ 'session-token': z.string().min(1).max(2_000).nullish() }).nullish(),
});
export type InquiryResponse = z.infer<typeof inquirySchema>;

/** A webhook event; its payload is read only when it concerns an inquiry. */
export const eventSchema = z.object({
  data: z.object({
    id: z.string().regex(/^[\w-]{1,100}$/),
    attributes: z.object({
      name: z.string().regex(/^[\w./-]{1,100}$/),
      'created-at': instantText,
      payload: z.object({ data: z.unknown() }),
    }),
  }),
});

/** The inquiry of a webhook event. A reference that is not one of our uids is discarded. */
export const eventInquirySchema = z.object({
  id: inquiryId,
  attributes: z.object({ 'reference-id': z.uuid().nullish().catch(null) }),
});

/** Events that change an inquiry's status; any other is recorded without effect. */
export const STATUS_OF_EVENT: ReadonlyMap<string, ProviderStatus> = new Map([
  ['inquiry.created', 'created'],
  ['inquiry.started', 'pending'],
  ['inquiry.completed', 'completed'],
  ['inquiry.marked-for-review', 'needs_review'],
  ['inquiry.approved', 'approved'],
  ['inquiry.failed', 'failed'],
  ['inquiry.declined', 'declined'],
  ['inquiry.expired', 'expired'],
]);
