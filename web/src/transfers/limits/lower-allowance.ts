import type { CountedTransfer } from '@kernel/money/allowance';
import { WEEK_MS } from '@kernel/money/limits';
import { centsOf, formatAmount } from '@kernel/money/money';
import type { Allowance } from '@kernel/money/transfers';

/** What may still be sent once these transfers count, and when they no longer do. */
export function lowerAllowance(allowance: Allowance, transfers: readonly CountedTransfer[]): Allowance {
  if (transfers.length === 0) return allowance;
  const { used, sent, waiting, freeing, unpaid, remaining, frees } = allowance;
  const all = sumOf(transfers);
  const theirUnpaid = transfers.flatMap(({ part }) => (typeof part === 'object' ? [part] : []));
  const theirs = transfers.map(({ amountCents, requestedAt }) => ({
    at: new Date(Date.parse(requestedAt) + WEEK_MS).toISOString(),
    amount: formatAmount(amountCents),
  }));
  const plus = (amount: string, cents: number) => formatAmount(centsOf(amount) + cents);
  return {
    ...allowance,
    used: plus(used, all),
    sent: plus(sent, sumOf(transfers.filter(({ part }) => part === 'sent'))),
    waiting: plus(waiting, sumOf(transfers.filter(({ part }) => typeof part === 'object'))),
    freeing: plus(freeing, sumOf(transfers.filter(({ part }) => part === 'freeing'))),
    unpaid: [...unpaid, ...theirUnpaid],
    remaining: remaining === null ? null : formatAmount(Math.max(0, centsOf(remaining) - all)),
    frees: [...frees, ...theirs].sort((one, other) => (one.at < other.at ? -1 : 1)),
  };
}

const sumOf = (transfers: readonly CountedTransfer[]): number =>
  transfers.reduce((sum, { amountCents }) => sum + amountCents, 0);
