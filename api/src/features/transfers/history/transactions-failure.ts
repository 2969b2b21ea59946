import { InvalidCursor } from '../../../engine/view-store/view-store.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { UNREADABLE } from '../documented-refusals.js';

/** Reads transactions. A failure gets its own problem code (decision 28) and keeps its cause for the log. */
export async function readTransactions<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError || error instanceof InvalidCursor) throw error;
    throw new DomainError(UNREADABLE, {}, { cause: error });
  }
}
