import { centsOf } from './money.js';
import type { Allowance } from './transfers.js';

/** The most that one transfer can have from an instant on; null = now. */
export interface SendableStep {
  readonly at: string | null;
  readonly amountCents: number;
}

/** When an amount can be sent: now, from an instant on, or never as long as nothing changes but time. */
export type Foresight = Readonly<{ kind: 'now' } | { kind: 'at'; at: string } | { kind: 'never' }>;

/** What decides it. */
type Week = Pick<Allowance, 'weeklyLimit' | 'used' | 'perTransferLimit' | 'frees'>;

/**
 * How the largest possible transfer grows while amounts leave the week and nothing else is sent, up to the tier's
 * limits (decisions 6 and 7): an amount fits from exactly the instant on at which enough has left. The first step is now,
 * also when it is nothing; each later one is larger.
 */
export function sendableSteps({
  weeklyLimit,
  used,
  perTransferLimit,
  frees: releases,
}: Week): readonly SendableStep[] {
  const mostCents = centsOf(perTransferLimit);
  if (weeklyLimit === null) return [{ at: null, amountCents: mostCents }];
  // Below zero after a tier was lost: what leaves first only makes up for it.
  let remainingCents = centsOf(weeklyLimit) - centsOf(used);
  const sendableCents = () => Math.min(mostCents, Math.max(0, remainingCents));
  const steps: SendableStep[] = [{ at: null, amountCents: sendableCents() }];
  for (const { at, amount } of releases) {
    remainingCents += centsOf(amount);
    if (sendableCents() > (steps.at(-1)?.amountCents ?? 0)) steps.push({ at, amountCents: sendableCents() });
  }
  return steps;
}

/** The earliest instant at which an amount can be sent. */
export function earliestFit(amountCents: number, allowance: Week): Foresight {
  const step = sendableSteps(allowance).find((one) => one.amountCents >= amountCents);
  if (!step) return { kind: 'never' };
  return step.at === null ? { kind: 'now' } : { kind: 'at', at: step.at };
}
