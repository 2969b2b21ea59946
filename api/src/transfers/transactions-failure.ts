import { InvalidCursor } from '../view-store/view-store.port.js';
import { DomainError } from '../kernel/domain-error.js';

/** Reads transactions; a failure is told as the specification words it (decision 28), with its cause for the log. */
export async function readingTransactions<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError || error instanceof InvalidCursor) throw error;
    throw new DomainError('get_user_transactions_failed', {}, { cause: error });
  }
}
