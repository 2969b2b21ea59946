import { WEEK_MS } from '@kernel/money/limits';
import { centsOf, formatAmount } from '@kernel/money/money';
import type { Allowance, Transaction } from '@kernel/money/transfers';

/** What may still be sent once these transfers count, and when they no longer do. */
export function lowerAllowance(
  allowance: Allowance,
  transfers: readonly Pick<Transaction, 'amount' | 'createdAt'>[],
): Allowance {
  if (transfers.length === 0) return allowance;
  const cents = transfers.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  const { used, remaining, frees } = allowance;
  const theirs = transfers.map(({ amount, createdAt }) => ({
    at: new Date(Date.parse(createdAt) + WEEK_MS).toISOString(),
    amount,
  }));
  return {
    ...allowance,
    used: formatAmount(centsOf(used) + cents),
    remaining: remaining === null ? null : formatAmount(Math.max(0, centsOf(remaining) - cents)),
    frees: [...frees, ...theirs].sort((one, other) => (one.at < other.at ? -1 : 1)),
  };
}
