import { isBankHoliday, isBusinessDay } from './bank-holidays.js';
import { stepOf } from './charge.js';
import { CLAIM_DAYS } from './payouts.js';
import { payoutRouteOf, type Platform } from './platforms.js';
import type { Transaction, TransferStep } from './transfers.js';
import { type Day, dayAt, instantOf, weekdayOf } from '../zoned-days.js';

const MINUTE_MS = 60_000;
/** Estimates are rounded up to this: "by 2:51 PM" would promise too much. */
const ROUNDED_TO_MS = 5 * MINUTE_MS;
/** Longest search for a day on which the desk works. */
const SEARCHED_DAYS = 60;
/** A refund is announced for a day; banks have booked it by the end of their own. */
const BOOKED_BY_MINUTES = 17 * 60;

class PlatformMinutes {
  readonly platform!: Platform;
  /** How long it usually takes until the recipient has the money; for a platform of the desk, of the desk's working time. */
  readonly minutes!: number;
}

/** When the payout desk works on a day of the week, in minutes after midnight. */
export class OpeningHours {
  /** 0 is Sunday. */
  readonly weekday!: number;
  /** @example 480 */
  readonly opensAt!: number;
  /** At most 1440. @example 1320 */
  readonly closesAt!: number;
}

/** What estimates of arrival are computed from (GET /config). */
export class ArrivalTable {
  readonly platforms!: PlatformMinutes[];
  /** Of the desk and of the banks. @example "America/New_York" */
  readonly timeZone!: string;
  /** The desk is closed at all other times, and on US bank holidays. */
  readonly opening!: OpeningHours[];
  /** Until a refund is usually on the card. @example 10 */
  readonly refundBusinessDays!: number;
}

/** When the money of a transfer that was charged at an instant usually reaches its recipient. */
export function arrivalAfter(table: ArrivalTable, platform: Platform, chargedAt: string): string {
  const minutes = table.platforms.find((one) => one.platform === platform)?.minutes;
  if (minutes === undefined) throw new Error(`No arrival is configured for ${platform}`);
  const workMs = minutes * MINUTE_MS;
  const chargedMs = Date.parse(chargedAt);
  const doneMs =
    payoutRouteOf(platform) === 'desk' ? deskDoneAt(table, chargedMs, workMs) : chargedMs + workMs;
  return new Date(Math.ceil(doneMs / ROUNDED_TO_MS) * ROUNDED_TO_MS).toISOString();
}

/** When a refund that was made at an instant is usually on the card. */
export function refundArrivalAfter(
  { timeZone, refundBusinessDays }: ArrivalTable,
  refundedAt: string,
): string {
  let day = dayAt(Date.parse(refundedAt), timeZone);
  for (let left = refundBusinessDays; left > 0; left -= isBusinessDay(day) ? 1 : 0) day += 1;
  return new Date(instantOf(day, BOOKED_BY_MINUTES, timeZone)).toISOString();
}

/** When unclaimed money comes back; `sentAt`: when the platform got it. */
export const claimableUntil = (sentAt: string): string =>
  new Date(Date.parse(sentAt) + CLAIM_DAYS * 24 * 60 * MINUTE_MS).toISOString();

/** What its sender waits for; null where nothing is under way or the time is unknown. */
export interface Arrival {
  /** When the recipient usually has the money. */
  readonly arrivesBy: string | null;
  /** When the refund is usually on the sender's card. */
  readonly refundBy: string | null;
}

type Dated = Pick<Transaction, 'platform' | 'status' | 'payment' | 'steps'>;

/** A held transfer has the estimate of any other: from the charge, or while it is only reserved, from that. */
export function arrivalOf(transfer: Dated, table: ArrivalTable): Arrival {
  const { platform } = transfer;
  const paid = isOnItsWay(transfer) ? stepOf(transfer, 'captured', 'authorized') : undefined;
  const refund = refundStepOf(transfer);
  return {
    arrivesBy: paid ? arrivalAfter(table, platform, paid.at) : null,
    refundBy: refund ? refundArrivalAfter(table, refund.at) : null,
  };
}

/** Whether the time that was named has passed. */
export const isPast = (by: string | null, nowMs: number): boolean => by !== null && nowMs > Date.parse(by);

/** Steps after which the platform does not deliver by itself: the recipient has to claim it, or it comes back. */
const WAITS_FOR_OTHERS: ReadonlySet<TransferStep['step']> = new Set([
  'unclaimed',
  'payout_failed',
  'payout_returned',
  'cancel_requested',
]);

const isOnItsWay = ({ status, payment, steps }: Dated): boolean =>
  (status === 'processing' || status === 'sent') &&
  (payment?.state === 'authorized' || payment?.state === 'captured') &&
  !steps.some(({ step }) => WAITS_FOR_OTHERS.has(step));

/** The refund that is on its way to the card or should be there; none while the processor has refused it. */
function refundStepOf(transfer: Dated): TransferStep | undefined {
  if (transfer.status !== 'refunding' && transfer.status !== 'refunded') return undefined;
  const newest = stepOf(transfer, 'refund_initiated', 'refunded', 'refund_failed');
  return newest?.step === 'refund_failed' ? undefined : newest;
}

/** When the desk has worked for so long from an instant on; what does not fit into a day is done in the next. */
function deskDoneAt(table: ArrivalTable, fromMs: number, workMs: number): number {
  const first = dayAt(fromMs, table.timeZone);
  let leftMs = workMs;
  for (let day = first; day < first + SEARCHED_DAYS; day += 1)
    for (const [opensMs, closesMs] of spansOf(table, day)) {
      const beginMs = Math.max(opensMs, fromMs);
      if (beginMs + leftMs <= closesMs) return beginMs + leftMs;
      leftMs -= Math.max(0, closesMs - beginMs);
    }
  throw new Error('The payout desk never works');
}

function spansOf({ opening, timeZone }: ArrivalTable, day: Day): readonly (readonly [number, number])[] {
  if (isBankHoliday(day)) return [];
  return opening
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .map(({ opensAt, closesAt }) => [instantOf(day, opensAt, timeZone), instantOf(day, closesAt, timeZone)]);
}
