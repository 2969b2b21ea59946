import { type Arrival, arrivalAfter, arrivalOf, isPast, refundArrivalAfter } from '@kernel/money/arrival';
import type { Platform } from '@kernel/money/platforms';
import type { Transaction } from '@kernel/money/transfers';
import { useConfig } from '../../accounts/use-config';
import { useNow } from '../use-now';

export interface ShownArrival extends Arrival {
  /** The time that was named has passed, and it is still under way. */
  readonly isLate: boolean;
}

/** What the sender of a transfer waits for, and until when; nothing before the configuration is known. */
export function useArrival(
  transfer: Pick<Transaction, 'platform' | 'status' | 'payment' | 'steps'>,
): ShownArrival {
  const table = useConfig()?.arrival;
  const nowMs = useNow();
  if (!table) return { arrivesBy: null, refundBy: null, isLate: false };
  const arrival = arrivalOf(transfer, table);
  const isOver = isPast(arrival.arrivesBy ?? arrival.refundBy, nowMs);
  // A refund that the processor has made is on the card by then: it is no longer of interest.
  if (transfer.status === 'refunded') return { ...arrival, isLate: false, ...(isOver && { refundBy: null }) };
  return { ...arrival, isLate: isOver };
}

/** When money that is charged at an instant, or now, usually arrives; null before the configuration is known. */
export function useArrivalAfter(platform: Platform, chargedAt: string | null): string | null {
  const table = useConfig()?.arrival;
  const nowMs = useNow();
  return table ? arrivalAfter(table, platform, chargedAt ?? new Date(nowMs).toISOString()) : null;
}

/** When a refund that is made now is usually on the card; null before the configuration is known. */
export function useRefundFromNow(): string | null {
  const table = useConfig()?.arrival;
  const nowMs = useNow();
  return table ? refundArrivalAfter(table, new Date(nowMs).toISOString()) : null;
}
