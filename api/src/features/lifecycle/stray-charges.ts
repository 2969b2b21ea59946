import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newCommandContext } from '../../engine/commands/command-context.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { Actor } from '../../event-sourcing/event.js';
import { documentsOf } from '../../engine/view-store/pages-of.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { CardPayments, type ListedPayment, type PaymentState } from './card-payments.js';
import type { LifecycleState } from './lifecycle-state.rules.js';
import { type StrayDocument, strayChargesProjection } from './stray-charges.projection.js';
import {
  strayDecider,
  strayStream,
  type Stray,
  type StrayCharge,
  type StrayCommand,
} from './stray.decider.js';
import { Transfers } from './transfers.js';

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
 * What an operator decides about a stray charge.
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
  constructor(
    private readonly processor: CardPayments,
    private readonly transfers: Transfers,
    private readonly runner: CommandRunner,
    private readonly views: ViewStore,
  ) {}

  /**
   * Lists what the processor has reserved or charged since then, and records what no transfer knows.
   * @throws ProviderUnknown
   */
  async list(since: string, signal: AbortSignal): Promise<void> {
    let after: string | null = null;
    do {
      signal.throwIfAborted();
      const page = await this.processor.paymentsSince(since, after);
      for (const payment of page.payments) await this.record(payment);
      after = page.next;
    } while (after !== null);
  }

  private async record({ key, ...listed }: ListedPayment): Promise<void> {
    const { transferId, paymentRef } = listed;
    if (transferId === null) return;
    const charge: StrayCharge = { ...listed, transferId };
    const state = await this.transfers.stateOf(transferId);
    if (!isOf(state, charge, key)) await this.decide(paymentRef, { type: 'Find', charge }, SYSTEM);
  }

  open(): Promise<readonly StrayDocument[]> {
    const query = { by: 'byLife', where: { life: 'open' }, enough: OPEN_LIMIT };
    return documentsOf(this.views, strayChargesProjection, query);
  }

  /** Whether a charge that its transfer has not recorded is, or was, a task of its own. */
  async isKnown(paymentRef: string): Promise<boolean> {
    const state = await this.runner.query(strayDecider, strayStream(paymentRef), (stray) => stray.state);
    return state !== 'none' && state !== 'adopted';
  }

  /**
   * The outcome of a charge that its transfer is about to record. It is the transfer's from now on, unless its refund was
   * agreed to: then the card was not charged after all.
   */
  async claimed(outcome: PaymentState, transferId: string): Promise<PaymentState> {
    const { paymentRef, providerAt } = outcome;
    if (paymentRef === null) return outcome;
    const { state } = await this.decide(paymentRef, { type: 'Adopt', transferId }, SYSTEM);
    const isGone = state === 'refunding' || state === 'refunded';
    return isGone ? { state: 'declined', paymentRef, providerAt, group: 'try_again' } : outcome;
  }

  /**
   * A charge that its transfer has since recorded is no longer stray. The log may have lost the charge's owner; where it
   * knows the transfer, staff cannot decide about their own.
   */
  async execute({ paymentRef, operator, decision }: WorkStray): Promise<void> {
    const { charge } = await this.runner.query(strayDecider, strayStream(paymentRef), (stray) => stray);
    if (!charge) throw new DomainError('not_found');
    const { terms } = await this.transfers.stateOf(charge.transferId);
    if (terms?.uid === operator) throw new DomainError('not_found');
    await this.settle(charge);
    await this.decide(paymentRef, { ...decision, operator }, { kind: 'staff', id: operator });
  }

  /** Takes one step with an open stray: its transfer may have recorded it, or its refund is to be made. @throws ProviderUnknown */
  async advance({ stray: { charge, state, failures } }: StrayDocument): Promise<void> {
    if (!charge) return;
    if (state !== 'refunding') return this.settle(charge);
    const { paymentRef, transferId, cents, isCharged } = charge;
    const key = `stray:${paymentRef}:refund:${failures + 1}`;
    const outcome = isCharged
      ? await this.processor.refund({ paymentRef, transferId, cents, key })
      : releasedBy(await this.processor.cancel(paymentRef, key));
    await this.decide(paymentRef, { type: 'RecordRefund', outcome }, SYSTEM);
  }

  private async settle(charge: StrayCharge): Promise<void> {
    const { paymentRef, transferId } = charge;
    const { payment } = await this.transfers.stateOf(transferId);
    if (payment?.paymentRef === paymentRef)
      await this.decide(paymentRef, { type: 'Adopt', transferId }, SYSTEM);
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

/** A reservation that ends returns what it held; one that was charged in the meantime is not released. */
const releasedBy = ({ state, paymentRef }: PaymentState) => ({
  refundRef: paymentRef ?? '',
  state: state === 'cancelled' ? ('completed' as const) : ('failed' as const),
});
