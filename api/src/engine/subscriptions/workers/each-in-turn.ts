import { isOver } from '../../waiting/backoff.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { OutcomeUnknown } from '../../event-store/event-store.port.js';

/**
 * Works on one item after the other, for rounds without urgency. An item that fails stops no other; only our own
 * stores do, since every item needs them.
 * @throws the first failure, once all are done
 */
export async function eachInTurn<Item>(
  items: Iterable<Item>,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    if (isOver(signal)) return;
    try {
      await work(item);
    } catch (error) {
      if (error instanceof StoreUnavailable || error instanceof OutcomeUnknown) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
