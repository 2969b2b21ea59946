/** Most failures a test can order. */
export const FAULT_LIMIT = 1_000;

/**
 * Failures of the next API calls: no response at all, a cut connection, an error status (`kept_500` is stored under the
 * idempotency key, `done_500` also after the work was done, the others are not), or a response that is lost after the work was done.
 */
export const FAULTS = ['timeout', 'cut', '429', '500', 'kept_500', 'done_500', 'lost_answer'] as const;
export type Fault = (typeof FAULTS)[number];

/** How many of the next calls fail, and how; `call` limits it to one kind: `payment_intents.capture`. */
export interface FaultOrder {
  readonly count: number;
  readonly failure: Fault;
  readonly call?: string | undefined;
}

/** The failures that a test has ordered. */
export class StripeFaults {
  private order: FaultOrder | null = null;
  private left = 0;

  /** Replaces an earlier order; a count of 0 ends it. */
  failNext(order: FaultOrder): void {
    this.order = order;
    this.left = order.count;
  }

  next(call: string): Fault | null {
    if (!this.order || this.left === 0 || (this.order.call ?? call) !== call) return null;
    this.left -= 1;
    return this.order.failure;
  }
}
