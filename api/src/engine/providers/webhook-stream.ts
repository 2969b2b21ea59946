import { v5 as uuidV5 } from 'uuid';

/** Namespace of the stream ids of provider events. Recorded streams depend on it: it must never change. */
const WEBHOOK_NAMESPACE = 'c0a6f0de-58a4-5d0b-9a2e-6f1f3c7b9d21';

/** `webhook-{hash}`, the stream of one provider event, so that the event counts once. */
export function webhookStreamOf(provider: string, eventId: string): string {
  return `webhook-${uuidV5(`${provider}:${eventId}`, WEBHOOK_NAMESPACE)}`;
}
