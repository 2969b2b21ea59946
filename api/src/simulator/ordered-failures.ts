import { z } from 'zod';

/** Most failures a test can order. */
const FAILURE_LIMIT = 1_000;

/** How many of the next calls fail, and how; `call` limits it to one kind: `payment_intents.capture`. */
export interface FailureOrder<Failure> {
  readonly count: number;
  readonly failure: Failure;
  readonly call?: string | undefined;
}

/** A test's order of one of these failures. */
export const failureOrder = <Failure extends string | number>(failures: readonly Failure[]) =>
  z.strictObject({
    count: z.int().min(0).max(FAILURE_LIMIT),
    failure: z.literal(failures),
    call: z.string().max(80).optional(),
  });

/** The failures of a provider's API that a test has ordered. */
export class OrderedFailures<Failure> {
  private order: FailureOrder<Failure> | null = null;
  private left = 0;

  /** Replaces an earlier order; a count of 0 ends it. */
  failNext(order: FailureOrder<Failure>): void {
    this.order = order;
    this.left = order.count;
  }

  /** How this call is to fail. One that `needsName` fails only by an order for its kind. */
  next(call: string, needsName = false): Failure | null {
    if (!this.order || this.left === 0) return null;
    const { call: only, failure } = this.order;
    if (only === undefined ? needsName : only !== call) return null;
    this.left -= 1;
    return failure;
  }
}
