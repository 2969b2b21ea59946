import { formatAmount } from '../kernel/money/money.js';
import type { Terms } from '../features/lifecycle/state/lifecycle-events.rules.js';
import type { ProviderRecords, SimulatedPayout } from '../../../simulator/control/simulator-state.js';
import { DEMO_CARDS, methodOf, type DemoCard } from './demo-cards.js';

type Records = ProviderRecords['stripe'];

const REF_LENGTH = 12;
const UNCLAIMED_MS = 30 * 24 * 60 * 60 * 1_000;

/** References of a transfer of the story at the simulated providers. */
export const paymentRefOf = (transferId: string): string => `pi_demo_${shortOf(transferId)}`;
export const declinedRefOf = (transferId: string, attempt: number): string =>
  `${paymentRefOf(transferId)}_${String(attempt)}`;
export const refundRefOf = (transferId: string): string => `re_demo_${shortOf(transferId)}`;
export const disputeRefOf = (transferId: string): string => `dp_demo_${shortOf(transferId)}`;
export const payoutRefOf = (transferId: string): string => `DEMO-${shortOf(transferId).toUpperCase()}`;

const shortOf = (transferId: string): string => transferId.replaceAll('-', '').slice(0, REF_LENGTH);

/**
 * The story's records at the simulated providers, so that its transfers can continue afterwards: a saved card pays, a charge
 * is refunded, an unclaimed payout is queried.
 */
export class ProviderBook implements ProviderRecords {
  readonly stripe: { readonly [Name in keyof Records]: Records[Name][number][] };
  readonly payouts: SimulatedPayout[] = [];

  constructor(endMs: number) {
    const customers = new Set(DEMO_CARDS.flatMap(({ customerRef }) => customerRef ?? []));
    this.stripe = {
      methods: DEMO_CARDS.map((card) => methodOf(card, endMs)),
      customers: [...customers].map((id) => ({ id, created: seconds(endMs), metadata: {} })),
      payments: [],
      refunds: [],
      disputes: [],
    };
  }

  payment(
    { transferId, totalCents, uid, platform }: Terms,
    { attempt, card, atMs }: { readonly attempt: number; readonly card: DemoCard; readonly atMs: number },
    status: 'requires_payment_method' | 'requires_capture' | 'canceled' | 'succeeded',
  ): void {
    const isDeclined = status === 'requires_payment_method';
    const id = isDeclined ? declinedRefOf(transferId, attempt) : paymentRefOf(transferId);
    const key = `transfer:${transferId}:authorize:${String(attempt)}`;
    this.stripe.payments.push({
      id,
      created: seconds(atMs),
      amount: totalCents,
      status,
      methodId: card.ref,
      customerId: card.customerRef,
      savesCard: false,
      returnUrl: '',
      declineCode: isDeclined ? 'insufficient_funds' : null,
      challengeSecret: null,
      canceledAt: status === 'canceled' ? seconds(atMs) : null,
      metadata: { transferId, key, uid, platform },
    });
  }

  refund(
    transferId: string,
    of: { readonly cents: number; readonly atMs: number },
    status: 'succeeded' | 'failed',
  ): void {
    const key = `transfer:${transferId}:refund:1`;
    this.stripe.refunds.push({
      id: refundRefOf(transferId),
      created: seconds(of.atMs),
      amount: of.cents,
      status,
      paymentId: paymentRefOf(transferId),
      metadata: { transferId, key },
    });
  }

  /** Opens a dispute; a later call changes its status. */
  dispute(
    transferId: string,
    { atMs, status }: { readonly atMs: number; readonly status: 'needs_response' | 'lost' },
  ): void {
    const id = disputeRefOf(transferId);
    const { disputes } = this.stripe;
    const place = disputes.findIndex((one) => one.id === id);
    const paymentId = paymentRefOf(transferId);
    const opened = disputes[place] ?? {
      id,
      created: seconds(atMs),
      paymentId,
      amount: null,
      reason: 'fraudulent',
    };
    disputes.splice(place < 0 ? disputes.length : place, 1, { ...opened, status });
  }

  /** Records the state at the end of the story: a later call replaces an earlier one. */
  payout(
    { transferId, platform, handle, amountCents, note }: Terms,
    {
      status,
      error,
      atMs,
    }: { readonly status: string; readonly error: string | null; readonly atMs: number },
  ): void {
    const ref = payoutRefOf(transferId);
    const known = this.payouts.find(({ batchId }) => batchId === ref);
    const plan = status === 'UNCLAIMED' ? [{ outcome: 'returned', afterMs: UNCLAIMED_MS } as const] : [];
    const now = { status, error, plan, changedMs: atMs, value: formatAmount(amountCents) };
    if (known) Object.assign(known, now);
    else
      this.payouts.push({
        batchId: ref,
        itemId: ref,
        transactionId: ref,
        senderBatchId: transferId,
        senderItemId: transferId,
        recipientType: handle.startsWith('@') ? 'USER_HANDLE' : 'EMAIL',
        receiver: handle.replace(/^@/, ''),
        wallet: platform.toUpperCase(),
        note,
        createdMs: atMs,
        ...now,
      });
  }
}

const seconds = (ms: number): number => Math.floor(ms / 1_000);
