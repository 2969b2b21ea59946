import { type Arrival, arrivalAfter, arrivalOf, isPast } from '@kernel/arrival';
import type { Platform } from '@kernel/platforms';
import type { Transaction } from '@kernel/transfers';
import { useConfig } from '../accounts/use-config';
import { useNow } from './use-now';

export interface ShownArrival extends Arrival {
  /** The time that was named has passed. */
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
  const isRefundLate = transfer.status === 'refunding' && isPast(arrival.refundBy, nowMs);
  return { ...arrival, isLate: isPast(arrival.arrivesBy, nowMs) || isRefundLate };
}

/** When money that is charged at this instant usually arrives; null before the configuration is known. */
export function useArrivalAfter(platform: Platform, chargedAt: string | null): string | null {
  const table = useConfig()?.arrival;
  const nowMs = useNow();
  return table ? arrivalAfter(table, platform, chargedAt ?? new Date(nowMs).toISOString()) : null;
}
