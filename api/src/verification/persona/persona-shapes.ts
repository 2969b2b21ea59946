import { z } from 'zod';
import { PROVIDER_STATUSES, type ProviderStatus } from '../verification.decider.js';

const inquiryId = z.string().regex(/^inq_[\w-]{1,100}$/);
/** Instants leave the provider in several precisions and zones; here they have one form. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** An inquiry as the API answers it. */
export const inquirySchema = z.object({
  data: z.object({
    id: inquiryId,
    attributes: z.object({
      status: z.enum(PROVIDER_STATUSES),
      'updated-at': instant.nullish(),
    }),
  }),
  meta: z.object({ 'session-token': z.string().min(1).max(2_000).nullish() }).nullish(),
});
export type InquiryAnswer = z.infer<typeof inquirySchema>;

/** A webhook event; what it carries is looked at only when it is about an inquiry. */
export const eventSchema = z.object({
  data: z.object({
    id: z.string().regex(/^[\w-]{1,100}$/),
    attributes: z.object({
      name: z.string().regex(/^[\w./-]{1,100}$/),
      'created-at': instant,
      payload: z.object({ data: z.unknown() }),
    }),
  }),
});

/** The inquiry inside a webhook event. A reference that is no uid of ours says nothing and is not kept. */
export const eventInquirySchema = z.object({
  id: inquiryId,
  attributes: z.object({ 'reference-id': z.uuid().nullish().catch(null) }),
});

/** The events that move an inquiry; any other is recorded and changes nothing. */
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
