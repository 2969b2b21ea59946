import type { DisputeClosed, Terms } from '../state/lifecycle-events.rules.js';
import type { Payout, Refund } from '../state/lifecycle-parts.rules.js';

interface Charged {
  readonly lostCents: number;
  readonly terms: Pick<Terms, 'totalCents'> | null;
}

/** The amount that the bank has returned to the sender once a dispute has closed. */
export const lostAfter = (
  { lostCents, terms }: Charged,
  { outcome, cents }: Pick<DisputeClosed['data'], 'outcome' | 'cents'>,
): number => (outcome === 'lost' ? lostCents + (cents ?? terms?.totalCents ?? 0) : lostCents);

/** The part of a refund that we still pay, in cents: a lost dispute has returned the rest. */
export const owedCents = (
  { cents }: Pick<Refund, 'cents'>,
  { lostCents }: Pick<Charged, 'lostCents'>,
): number => Math.max(cents - lostCents, 0);

/** What became of the money of a charge, in cents. */
export interface MoneyOut {
  readonly captured: number;
  /** Received by the recipient. */
  readonly delivered: number;
  /** Kept. */
  readonly fees: number;
  /** The amount that we returned, to the card or another way, without the part that a bank returned. */
  readonly paidBack: number;
  /** What banks took back in lost disputes. */
  readonly lost: number;
}

/** The amount that left beyond the charge, in cents: our loss, in whatever order it happened. */
export const lossIn = ({ captured, delivered, fees, paidBack, lost }: MoneyOut): number =>
  Math.max(0, delivered + fees + paidBack + lost - captured);

interface LossFacts extends Pick<Charged, 'lostCents'> {
  readonly terms: Pick<Terms, 'amountCents' | 'totalCents'> | null;
  readonly capturedAt: string | null;
  readonly payout: Pick<Payout, 'state'> | null;
  readonly refund: Pick<Refund, 'cents'> | null;
  readonly paidBackCents: number;
  readonly bookedLossCents: number;
}

/** The loss of one transfer, in cents. A delivery that contradicts a refund is a separate task and not in it. */
export function lossOf({ terms, capturedAt, payout, refund, paidBackCents, lostCents }: LossFacts): number {
  if (!terms || capturedAt === null) return 0;
  const { amountCents, totalCents } = terms;
  const isDelivered = payout?.state === 'delivered';
  const keepsFees = refund ? refund.cents !== totalCents : isDelivered;
  return lossIn({
    captured: totalCents,
    delivered: isDelivered ? amountCents : 0,
    fees: keepsFees ? totalCents - amountCents : 0,
    paidBack: paidBackCents,
    lost: lostCents,
  });
}

/** Whether the loss is another one than operators have booked: it has grown, or fallen since. */
export const isLossOpen = (transfer: LossFacts): boolean => lossOf(transfer) !== transfer.bookedLossCents;
