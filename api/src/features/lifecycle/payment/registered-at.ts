import type { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';

/** When the account of a sender was opened, as its stream begins; null when the log has none. */
export async function registeredAt(log: EncryptedEventLog, uid: string): Promise<string | null> {
  for await (const { metadata } of log.read(`account-${uid}`, { limit: 1, lazily: true })) return metadata.at;
  return null;
}
