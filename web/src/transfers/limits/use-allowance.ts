import type { CountedTransfer } from '@kernel/money/allowance';
import { centsOf } from '@kernel/money/money';
import type { Allowance } from '@kernel/money/transfers';
import { useRead } from '../../lib/api/reads';
import { lowerAllowance } from './lower-allowance';
import type { PendingPayment } from '../payment/pending-payment';
import { useOptimisticTransfers } from '../payment/use-optimistic-transfers';
import { useRecentTransfers } from '../use-transfers';
import { unlisted } from '../payment/with-payments';

/** Remaining changes with time alone: the limit is read again this long after the next amount frees up. */
const AFTER_FREED_MS = 1_000;
const REFRESH_MIN_MS = 1_000;
const REFRESH_MAX_MS = 60 * 60 * 1_000;

/** What may still be sent this week, and when more frees up; payments on their way count already. */
export function useAllowance() {
  const sent = useOptimisticTransfers().filter(({ notSent }) => !notSent);
  const { data: recent } = useRecentTransfers();
  const read = useRead(
    '/allowance',
    {},
    { refreshInterval: (allowance) => untilMoreFreesMs(allowance, Date.now()) },
  );
  // A payment in the list was counted by the server when it was read.
  const more = unlisted(sent, recent?.items ?? []).map(beingPaid);
  return { ...read, data: read.data && lowerAllowance(read.data, more) };
}

const beingPaid = ({ amount, createdAt }: PendingPayment): CountedTransfer => ({
  amountCents: centsOf(amount),
  requestedAt: createdAt,
  part: 'sent',
});

/** Whether what comes back counts against a week; false until that is known. */
export function useHasWeeklyLimit(): boolean {
  const { data } = useAllowance();
  return data !== undefined && data.weeklyLimit !== null;
}

/** How long until the next counted amount leaves the week; 0 when none is counted. */
export function untilMoreFreesMs(allowance: Allowance | undefined, nowMs: number): number {
  const next = allowance?.frees[0];
  if (!next) return 0;
  const waitMs = Date.parse(next.at) - nowMs + AFTER_FREED_MS;
  return Math.min(REFRESH_MAX_MS, Math.max(REFRESH_MIN_MS, waitMs));
}
