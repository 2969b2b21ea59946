import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { UnknownToProvider } from '../../../engine/providers/provider-unknown.js';
import type { View } from '../../../event-sourcing/projection.js';
import { documentsOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore, type ViewQuery } from '../../../engine/view-store/view-store.port.js';
import { CardPayments, type PaymentState } from '../payment/card-payments.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import type { Difference } from '../state/lifecycle-events.rules.js';
import type { LifecycleState } from '../state/lifecycle-state.rules.js';
import { deskTasksProjection } from '../../payouts/desk/desk-tasks.projection.js';
import { type OpenTransfer, openTransfersProjection } from '../state/open-transfers.projection.js';
import { Payouts } from '../payout/payouts.js';
import { differencesOf, lateRefundIn, lateReturnIn, type AtProviders } from './reconcile.rules.js';
import { StrayCharges } from '../strays/stray-charges.js';
import { Transfers } from '../state/transfers.js';

const DAY_MS = 24 * 60 * 60_000;
/** Transfers without an outstanding call, timer or task are compared this long after their last event. */
const RECENT_MS = 3 * DAY_MS;
/** A bank can send a refund back weeks later. */
const REFUNDED_MS = 35 * DAY_MS;

/** The input of a comparison. */
export type Compared = Pick<OpenTransfer, 'id' | 'state' | 'updatedAt'>;

/** Compares single transfers with the providers' records, and records what differs. */
@Injectable()
export class Comparison {
  constructor(
    private readonly views: ViewStore,
    private readonly transfers: Transfers,
    private readonly clock: Clock,
    private readonly processor: CardPayments,
    private readonly rail: Payouts,
    private readonly strays: StrayCharges,
    private readonly config: Config,
  ) {}

  /**
   * The transfer's open differences afterwards. A difference is checked twice, the second time from the transfer's own
   * stream, since a call may have ended between reading view and provider.
   * @throws ProviderUnknown
   */
  async compare({ id, state, updatedAt }: Compared): Promise<readonly Difference[]> {
    if (!state.payment) return [];
    const seen = await this.look(id, state, updatedAt);
    const isQuiet = seen.differences.length + state.differences.length === 0;
    if (isQuiet && !seen.refund && !seen.returned) return [];
    let current = await this.transfers.stateOf(id);
    let again = await this.look(id, current, updatedAt);
    const missed = this.missedIn(current, again);
    if (missed) {
      await this.record(id, missed);
      current = await this.transfers.stateOf(id);
      again = await this.look(id, current, updatedAt);
    }
    const known = new Set([...seen.differences, ...current.differences].map(({ about }) => about));
    const differences = again.differences.filter(({ about }) => known.has(about));
    return this.record(id, { type: 'RecordComparison', differences });
  }

  private async look(id: string, state: LifecycleState, updatedAt: string) {
    const at = await this.atProviders(id, state);
    const differences = differencesOf(state, at, { updatedAt, nowMs: this.clock.now() });
    return { differences, refund: lateRefundIn(state, at), returned: lateReturnIn(state, at) };
  }

  /** What a lost notice would have reported: how a refund ended, or the return of a payout. */
  private missedIn(
    state: LifecycleState,
    { refund, returned }: Awaited<ReturnType<Comparison['look']>>,
  ): UndatedLifecycleCommand | null {
    if (refund) return { type: 'RecordRefund', attempt: state.refund?.attempt ?? 0, outcome: refund };
    const refundFees = this.config.REFUND_FEES_ON_RETURN;
    return returned && { type: 'RecordPayout', outcome: returned, refundFees };
  }

  private async record(id: string, command: UndatedLifecycleCommand): Promise<readonly Difference[]> {
    const by = { kind: 'system', id: 'reconciliation' } as const;
    return (await this.transfers.decide(id, by, command)).state.differences;
  }

  private async atProviders(id: string, { payment, payout }: LifecycleState): Promise<AtProviders> {
    const paymentRef = payment?.paymentRef ?? null;
    const payoutRef = payout?.route === 'paypal' ? payout.payoutRef : null;
    return {
      payments: await this.paymentsOf(id, paymentRef),
      refunds: paymentRef === null ? [] : await unlessUnknown(this.processor.refundsOf(paymentRef), []),
      payout:
        payoutRef === null
          ? null
          : await unlessUnknown(this.rail.find({ payoutId: id, payoutRef }), 'unknown' as const),
    };
  }

  private async paymentsOf(id: string, paymentRef: string | null): Promise<AtProviders['payments']> {
    const found = await this.unlessStray(await this.processor.paymentsOf(id), paymentRef);
    if (paymentRef === null || found.some((payment) => payment.paymentRef === paymentRef)) return found;
    // The processor's search lags behind.
    const named = await unlessUnknown(this.processor.find(paymentRef), null);
    return named ? [named, ...found] : found;
  }

  /** Stray charges are separate tasks. */
  private async unlessStray(
    payments: AtProviders['payments'],
    paymentRef: string | null,
  ): Promise<AtProviders['payments']> {
    const kept: PaymentState[] = [];
    for (const payment of payments) {
      const { paymentRef: ref, state } = payment;
      const mayBeStray =
        ref !== null && ref !== paymentRef && (state === 'captured' || state === 'authorized');
      if (!mayBeStray || !(await this.strays.isKnown(ref))) kept.push(payment);
    }
    return kept;
  }

  /** Transfers with an outstanding call, a timer or a desk task, and those that changed recently. */
  async due(): Promise<readonly Compared[]> {
    const since = (ms: number): string => isoInstant(this.clock.now() - ms);
    const tasks = await this.all(deskTasksProjection, { by: 'byDesk', where: { desk: 'open' } });
    const found = [
      ...tasks.map(({ id, state, since: updatedAt }) => ({ id, state, updatedAt })),
      ...(await this.all(openTransfersProjection, { by: 'byCall', where: { waitsFor: 'call' } })),
      ...(await this.all(openTransfersProjection, { by: 'byCall', where: { waitsFor: 'poll' } })),
      ...(await this.all(openTransfersProjection, { by: 'byTimer', where: { timer: 'set' } })),
      ...(await this.all(openTransfersProjection, {
        by: 'byCall',
        where: { waitsFor: 'nothing' },
        from: since(RECENT_MS),
      })),
      ...(await this.all(openTransfersProjection, {
        by: 'byRefund',
        where: { refund: 'completed' },
        from: since(REFUNDED_MS),
      })),
    ];
    return [...new Map(found.map((transfer) => [transfer.id, transfer])).values()];
  }

  private all<Found extends object>(
    view: View<Found>,
    query: Pick<ViewQuery, 'by' | 'where' | 'from'>,
  ): Promise<readonly Found[]> {
    return documentsOf(this.views, view, query);
  }
}

/** A provider that does not know what it has named before has answered. */
async function unlessUnknown<Found, Otherwise>(
  asked: Promise<Found>,
  otherwise: Otherwise,
): Promise<Found | Otherwise> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof UnknownToProvider) return otherwise;
    throw error;
  }
}
