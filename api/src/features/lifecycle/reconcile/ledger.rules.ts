import type { StreamEvent } from '../../../event-sourcing/event.js';
import { resultOf, type ByEvent } from '../../../event-sourcing/evolve.js';
import type { LifecycleEvent } from '../state/lifecycle-events.rules.js';
import { lossIn, owedCents } from '../refund/lost-disputes.rules.js';

/** Where charged money went, in cents. `captured` = `delivered` + `fees` + `refunded` + `open` (docs/money.md). */
export interface LedgerCents {
  readonly captured: number;
  /** Received by recipients; a returned payout is subtracted. */
  readonly delivered: number;
  /** Kept. */
  readonly fees: number;
  readonly refunded: number;
  /** Neither delivered nor refunded yet. */
  readonly open: number;
  /** What banks took back in lost disputes: not part of the balance. */
  readonly lost: number;
  /** What left beyond the charge: the part of `lost` that was delivered, kept or paid back by us as well. */
  readonly loss: number;
}

/** The account of one transfer. */
export interface LedgerEntry {
  readonly id: string;
  /** UTC day of the charge; empty before it. */
  readonly day: string;
  readonly cents: LedgerCents;
  readonly amountCents: number;
  readonly feeCents: number;
  /** Of the newest refund. */
  readonly refundCents: number;
  /** What we have returned ourselves: `refunded` also counts what a bank returned instead of us. */
  readonly paidBackCents: number;
  /** The payout came back and its refund is not initiated yet. */
  readonly cameBack: boolean;
}

/** The accounts of one day, or of all days, added up. */
export interface LedgerSum extends LedgerCents {
  readonly openCount: number;
}

const NO_CENTS: LedgerCents = { captured: 0, delivered: 0, fees: 0, refunded: 0, open: 0, lost: 0, loss: 0 };
export const EMPTY_SUM: LedgerSum = { ...NO_CENTS, openCount: 0 };

const postings: Partial<ByEvent<LedgerEntry, LifecycleEvent, Partial<LedgerEntry>>> = {
  PaymentAwaited: (_, { data }) => ({ amountCents: data.amountCents, feeCents: data.totalFeeCents }),
  // A second charge cannot be delivered: it shows up as a difference.
  PaymentCaptured: (entry, { data, metadata }) => ({
    day: entry.day || metadata.at.slice(0, 10),
    cents: {
      ...entry.cents,
      captured: entry.cents.captured + data.totalCents,
      open: entry.cents.captured === 0 ? totalOf(entry) : entry.cents.open,
    },
  }),
  TransferDelivered: ({ cents, feeCents }, { data }) => ({
    cents: {
      ...cents,
      open: 0,
      fees: cents.fees + feeCents,
      delivered: cents.delivered + data.amountCents,
    },
  }),
  PayoutReturned: () => ({ cameBack: true }),
  RefundInitiated: (entry, { data }) => ({
    cameBack: false,
    refundCents: data.cents,
    cents: {
      ...entry.cents,
      delivered: entry.cents.delivered - backOf(entry),
      fees: data.cents === totalOf(entry) ? 0 : entry.feeCents,
      open: data.cents,
    },
  }),
  TransferRefunded: ({ cents }, { data }) => ({
    cents: { ...cents, refunded: cents.refunded + data.cents, open: 0 },
  }),
  RefundCompleted: ({ refundCents, cents }, { data }) => ({
    paidBackCents: data.cents ?? owedCents({ cents: refundCents }, { lostCents: cents.lost }),
  }),
  RefundSettled: (_, { data }) => ({ paidBackCents: data.cents }),
  // A bank can send back a refund that was complete.
  RefundFailed: ({ cents, refundCents }) => ({
    paidBackCents: 0,
    cents: { ...cents, refunded: cents.refunded > 0 ? cents.refunded - refundCents : 0, open: refundCents },
  }),
  DisputeClosed: (entry, { data }) =>
    data.outcome === 'lost'
      ? { cents: { ...entry.cents, lost: entry.cents.lost + (data.cents ?? entry.cents.captured) } }
      : {},
};

const totalOf = ({ amountCents, feeCents }: LedgerEntry): number => amountCents + feeCents;
const backOf = ({ cameBack, amountCents, cents }: LedgerEntry): number =>
  cameBack && cents.delivered > 0 ? amountCents : 0;

/** Events that move money; all others leave the ledger as it is. */
export const isPosting = (type: string): boolean => Object.hasOwn(postings, type);

/** The account of a transfer after an event; null begins it. */
export function afterPosting(
  entry: LedgerEntry | null,
  id: string,
  event: StreamEvent<LifecycleEvent>,
): LedgerEntry {
  const before = entry ?? {
    id,
    day: '',
    cents: NO_CENTS,
    amountCents: 0,
    feeCents: 0,
    refundCents: 0,
    paidBackCents: 0,
    cameBack: false,
  };
  const after = { ...before, ...resultOf(postings, before, event) };
  const { cents, paidBackCents: paidBack } = after;
  return { ...after, cents: { ...cents, loss: lossIn({ ...cents, paidBack }) } };
}

/** To the cent, and nothing negative that would hide a difference. */
export function isBalanced({ captured, delivered, fees, refunded, open }: LedgerCents): boolean {
  const parts = [delivered, fees, refunded, open];
  return captured === parts.reduce((sum, part) => sum + part, 0) && parts.every((part) => part >= 0);
}

/** One account as a sum. */
export const sumOf = ({ cents }: LedgerEntry): LedgerSum => ({ ...cents, openCount: cents.open > 0 ? 1 : 0 });

export function plus(one: LedgerSum, other: LedgerSum): LedgerSum {
  return {
    captured: one.captured + other.captured,
    delivered: one.delivered + other.delivered,
    fees: one.fees + other.fees,
    refunded: one.refunded + other.refunded,
    open: one.open + other.open,
    lost: one.lost + other.lost,
    loss: one.loss + other.loss,
    openCount: one.openCount + other.openCount,
  };
}
