import { z } from 'zod';

/** Most failures that a test can request. */
const FAILURE_LIMIT = 1_000;

/** How many of the next calls fail, and how; `call` limits it to one kind: `payment_intents.capture`. */
export interface FailureOrder<Failure> {
  readonly count: number;
  readonly failure: Failure;
  readonly call?: string | undefined;
}

/** A test's request for one of these failures. */
export const failureOrder = <Failure extends string | number>(failures: readonly Failure[]) =>
  z.strictObject({
    count: z.int().min(0).max(FAILURE_LIMIT),
    failure: z.literal(failures),
    call: z.string().max(80).optional(),
  });

/** The API failures of a provider that a test has requested. */
export class OrderedFailures<Failure> {
  private order: FailureOrder<Failure> | null = null;
  private left = 0;

  /** Replaces an earlier request; a count of 0 clears it. */
  failNext(order: FailureOrder<Failure>): void {
    this.order = order;
    this.left = order.count;
  }

  /** How this call fails, if at all. A call that `needsName` fails only when its kind was named. */
  next(call: string, needsName = false): Failure | null {
    if (!this.order || this.left === 0) return null;
    const { call: only, failure } = this.order;
    if (only === undefined ? needsName : only !== call) return null;
    this.left -= 1;
    return failure;
  }
}
