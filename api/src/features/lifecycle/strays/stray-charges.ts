import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../../engine/commands/command-context.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { RefusedByProvider } from '../../../engine/providers/provider-unknown.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { Actor } from '../../../event-sourcing/event.js';
import { documentsOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import {
  CardPayments,
  type ListedPayment,
  type PaymentState,
  type PaymentWebhook,
} from '../payment/card-payments.js';
import { CountStray } from './count-stray.js';
import type { LifecycleState } from '../state/lifecycle-state.rules.js';
import type { PaymentDispute, PayoutState, RefundState } from '../state/provider-outcomes.rules.js';
import { OPEN_STRAYS, type StrayDocument, strayChargesProjection } from './stray-charges.projection.js';
import { strayDecider, type StrayCommand } from './stray.decider.js';
import {
  isWhole,
  NO_FATE,
  refundableCents,
  strayStream,
  type ChargeFate,
  type Stray,
  type StrayCharge,
  type StrayPayout,
} from './stray.rules.js';
import { Transfers } from '../state/transfers.js';

const SYSTEM = { kind: 'system', id: 'strays' } as const;
/** Most open ones that are read. */
const OPEN_LIMIT = 10_000;

type Undated<Command> = Command extends unknown ? Omit<Command, 'at'> : never;

/** An operator's part of a command. */
export type StrayDecision =
  | { readonly type: 'ProposeRefund'; readonly reason: string }
  | { readonly type: 'AgreeToRefund'; readonly cents: number; readonly reason: string }
  | { readonly type: 'Close'; readonly reason: string };

/**
 * An operator's decision about a stray charge.
 * @throws not_found, not_claimable, report_differs, second_person_needed
 */
export class WorkStray extends Command<void> {
  constructor(
    readonly paymentRef: string,
    readonly operator: string,
    readonly decision: StrayDecision,
  ) {
    super();
  }
}

/** Charges under our transfers' names that no transfer has recorded, as after a restore. They are never refunded by themselves. */
@CommandHandler(WorkStray)
export class StrayCharges implements ICommandHandler<WorkStray> {
  // oxlint-disable-next-line max-params -- Nest passes what it depends on
  constructor(
    private readonly processor: CardPayments,
    private readonly transfers: Transfers,
    private readonly runner: CommandRunner,
    private readonly views: ViewStore,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Lists what the processor has reserved or charged since then, and records what no transfer knows, with its refunds and
   * disputes. Returns the stray ones as they are now.
   * @throws ProviderUnknown
   */
  async list(since: string, signal: AbortSignal): Promise<readonly Stray[]> {
    const strays: Stray[] = [];
    let after: string | null = null;
    do {
      signal.throwIfAborted();
      const page = await this.processor.paymentsSince(since, after);
      for (const payment of page.payments) strays.push(...(await this.record(payment)));
      after = page.next;
    } while (after !== null);
    return strays;
  }

  /** Counts a charge in its sender's week as soon as it is known. A list that is interrupted is read again. */
  private async record({ key, ...listed }: ListedPayment): Promise<readonly Stray[]> {
    const { transferId, paymentRef, uid, cents, chargedAt, amountCents } = listed;
    if (transferId === null) return [];
    const charge: StrayCharge = { ...listed, transferId };
    if (isOf(await this.transfers.stateOf(transferId), charge, key)) return [];
    const { state } = await this.decide(paymentRef, { type: 'Find', charge }, SYSTEM);
    if (uid !== null && state !== 'refunded') {
      const counted = { uid, transferId, amountCents: amountCents ?? cents, chargedAt };
      await this.commands.execute(new CountStray(counted, newCommandContext(SYSTEM)));
    }
    const stray = await this.look(charge);
    return stray.state === 'adopted' ? [] : [stray];
  }

  /** By the view, which may be behind. */
  open(): Promise<readonly StrayDocument[]> {
    const query = { by: 'byLife', where: { life: 'open' }, enough: OPEN_LIMIT };
    return documentsOf(this.views, strayChargesProjection, query);
  }

  /** Those that are tasks, of these and of the view's, as they are now. Each is looked up, since its notices may be lost. @throws ProviderUnknown */
  async openNow(listed: readonly Stray[], signal: AbortSignal): Promise<readonly Stray[]> {
    const known = new Set(listed.map(({ charge }) => charge?.paymentRef));
    const checked = [...listed];
    for (const { id, stray } of await this.open()) {
      signal.throwIfAborted();
      if (stray.charge && !known.has(id)) checked.push(await this.look(stray.charge));
    }
    return checked.filter(({ state }) => OPEN_STRAYS.has(state));
  }

  /** Whether a charge that its transfer has not recorded is, or was, a separate task. */
  async isKnown(paymentRef: string): Promise<boolean> {
    const state = await this.stateOf(paymentRef);
    return state !== 'none' && state !== 'adopted';
  }

  /**
   * A genuine notice names a transfer without a recorded charge: its stray charges are looked up, and a payout under its id
   * is theirs. The log may have lost the transfer before its charges are listed, so the processor is asked for them.
   * @throws ProviderUnknown
   */
  async noticed(transferId: string, payout: PayoutState | null): Promise<readonly Stray[]> {
    const found: Stray[] = [];
    for (const payment of await this.processor.chargesFor(transferId))
      found.push(...(await this.record(payment)));
    for (const { charge } of payout ? found : [])
      if (charge && payout)
        await this.decide(charge.paymentRef, { type: 'RecordPayout', payout: reported(payout) }, SYSTEM);
    return found;
  }

  /**
   * The outcome of a charge that its transfer is about to record. It is the transfer's from now on, unless its refund was
   * agreed to, or made, or its bank disputes it: then the card was not charged after all.
   */
  async claimed(outcome: PaymentState, transferId: string): Promise<PaymentState> {
    const { paymentRef, providerAt } = outcome;
    if (paymentRef === null) return outcome;
    const known = await this.runner.query(strayDecider, strayStream(paymentRef), (stray) => stray);
    if (!known.charge) return outcome;
    await this.look(known.charge);
    const command = { type: 'Adopt', transferId, isRecorded: false } as const;
    const stray = await this.decide(paymentRef, command, SYSTEM);
    const isIts = stray.state === 'adopted' || (stray.state === 'closed' && isWhole(stray));
    return isIts ? outcome : { state: 'declined', paymentRef, providerAt, group: 'try_again' };
  }

  /**
   * A charge that its transfer has since recorded is no longer stray. The log may have lost the charge's owner; where it
   * knows them, staff cannot decide about their own.
   */
  async execute({ paymentRef, operator, decision }: WorkStray): Promise<void> {
    const { charge } = await this.runner.query(strayDecider, strayStream(paymentRef), (stray) => stray);
    if (!charge) throw new DomainError('not_found');
    const { terms } = await this.transfers.stateOf(charge.transferId);
    if (terms?.uid === operator || charge.uid === operator) throw new DomainError('not_found');
    await this.settle(charge);
    await this.decide(paymentRef, { ...decision, operator }, { kind: 'staff', id: operator });
  }

  /** Takes one step with an open stray: its transfer may have recorded it, or its refund is to be made. @throws ProviderUnknown */
  async advance({ stray: { charge, state } }: StrayDocument): Promise<void> {
    if (!charge) return;
    if (state !== 'refunding') return this.settle(charge);
    const stray = await this.look(charge);
    if (stray.state === 'refunding' && refundableCents(stray) > 0) await this.refund(charge, stray);
  }

  /** A refusal, as of a charge refunded in the same moment, is an answer: it is a task again. */
  private async refund(charge: StrayCharge, stray: Stray): Promise<void> {
    const { paymentRef, transferId, isCharged } = charge;
    const key = `stray:${paymentRef}:refund:${stray.failures + 1}`;
    const cents = refundableCents(stray);
    try {
      const { state, refundRef } = isCharged
        ? await this.processor.refund({ paymentRef, transferId, cents, key })
        : releasedBy(await this.processor.cancel(paymentRef, key));
      if (state === 'failed') await this.decide(paymentRef, { type: 'RecordFailure', refundRef }, SYSTEM);
    } catch (error) {
      if (!(error instanceof RefusedByProvider)) throw error;
      await this.decide(paymentRef, { type: 'RecordFailure', refundRef: '' }, SYSTEM);
    }
    await this.look(charge);
  }

  /** Records what the processor has refunded and what banks dispute. @throws ProviderUnknown */
  private async look(charge: StrayCharge): Promise<Stray> {
    const fate = charge.isCharged ? await this.fateOf(charge) : await this.fateOfReserved(charge);
    return this.decide(charge.paymentRef, { type: 'RecordFate', fate }, SYSTEM);
  }

  private async fateOf({ paymentRef }: StrayCharge): Promise<ChargeFate> {
    const refunds = await this.processor.refundsOf(paymentRef);
    const disputes = await this.processor.disputesOf(paymentRef);
    const centsIn = (wanted: RefundState['state']): number =>
      refunds.reduce((sum, { state, cents }) => sum + (state === wanted ? (cents ?? 0) : 0), 0);
    return {
      refundedCents: centsIn('completed'),
      refundingCents: centsIn('pending'),
      refundRef: refunds.find(({ state }) => state === 'completed')?.refundRef ?? null,
      disputes: disputes.map(standingOf).sort((one, other) => (one.disputeRef < other.disputeRef ? -1 : 1)),
    };
  }

  /** A bank ends a reservation by itself. */
  private async fateOfReserved({ paymentRef, cents }: StrayCharge): Promise<ChargeFate> {
    const { state } = await this.processor.find(paymentRef);
    return state === 'cancelled' ? { ...NO_FATE, refundedCents: cents, refundRef: paymentRef } : NO_FATE;
  }

  private async settle(charge: StrayCharge): Promise<void> {
    const { paymentRef, transferId } = charge;
    const { payment } = await this.transfers.stateOf(transferId);
    if (payment?.paymentRef === paymentRef)
      await this.decide(paymentRef, { type: 'Adopt', transferId, isRecorded: true }, SYSTEM);
  }

  private stateOf(paymentRef: string): Promise<Stray['state']> {
    return this.runner.query(strayDecider, strayStream(paymentRef), ({ state }) => state);
  }

  private async decide(
    paymentRef: string,
    command: Undated<StrayCommand>,
    actor: Pick<Actor, 'kind' | 'id'>,
  ): Promise<Stray> {
    const { selected } = await this.runner.execute({
      decider: strayDecider,
      stream: strayStream(paymentRef),
      command,
      context: newCommandContext(actor),
      select: (stray) => stray,
    });
    return selected;
  }
}

/** The transfer has recorded the charge, or is about to: the call for it is outstanding under its key. */
function isOf(
  { payment }: LifecycleState,
  { paymentRef, transferId }: StrayCharge,
  key: string | null,
): boolean {
  if (!payment) return false;
  if (payment.paymentRef === paymentRef) return true;
  return payment.state === 'requested' && key === `transfer:${transferId}:authorize:${payment.attempt}`;
}

const reported = ({ state, payoutRef, providerAt }: PayoutState): StrayPayout => ({
  state,
  payoutRef,
  providerAt,
});

/** A reservation that ends returns what it held; one that was charged in the meantime is not released. */
const releasedBy = ({ state, paymentRef }: PaymentState) => ({
  refundRef: paymentRef ?? '',
  state: state === 'cancelled' ? ('completed' as const) : ('failed' as const),
});

/** A dispute that is listed as a webhook would have reported it. */
function standingOf({ ref, cents, subject, reason }: PaymentWebhook): PaymentDispute {
  const ended = reason === 'won' ? 'won' : 'lost';
  return { disputeRef: ref ?? '', cents: cents ?? 0, state: subject === 'dispute_opened' ? 'open' : ended };
}
