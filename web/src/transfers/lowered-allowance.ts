import { centsOf, formatAmount } from '@kernel/money';
import type { Allowance, TransferDraft } from '@kernel/transfers';

/** What may still be sent once these transfers count. */
export function lowered(
  allowance: Allowance,
  transfers: readonly Pick<TransferDraft, 'amount'>[],
): Allowance {
  if (transfers.length === 0) return allowance;
  const cents = transfers.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  const { used, remaining } = allowance;
  return {
    ...allowance,
    used: formatAmount(centsOf(used) + cents),
    remaining: remaining === null ? null : formatAmount(Math.max(0, centsOf(remaining) - cents)),
  };
}
