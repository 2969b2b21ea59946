import type { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { DomainError } from '../../../kernel/domain-error.js';

/** @throws not_found for an account that does not exist, and for the reader's own */
export async function requireOtherAccount(
  log: EncryptedEventLog,
  uid: string,
  reader: string,
): Promise<void> {
  if (uid === reader) throw new DomainError('not_found');
  const first = await log.read(`account-${uid}`, { limit: 1 })[Symbol.asyncIterator]().next();
  if (first.done === true) throw new DomainError('not_found');
}
