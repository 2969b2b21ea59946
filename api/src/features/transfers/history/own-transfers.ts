import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CardUser } from '../../../http/edge/caller-network.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { formatAmount } from '../../../kernel/money/money.js';
import { problemNumber } from '../../../kernel/text/problem-numbers.js';
import type { Amount, TransferProgress } from '../../../kernel/money/transfers.js';
import { ChooseCard, type CardRequest } from '../../lifecycle/payment/choose-card.js';
import { termsOf, type Terms } from '../../lifecycle/state/lifecycle-events.rules.js';
import type { LifecycleState } from '../../lifecycle/state/lifecycle-state.rules.js';
import { isUnderWay } from '../../lifecycle/payment/payment-decisions.rules.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { GetTransferRequest } from './get-transfer-request.query.js';

/**
 * A transfer after a cancel, and the amount returned; null while it is unknown: the platform decides whether it returns the
 * payout, or the bank whether it reserves the total.
 */
export interface Cancelled {
  readonly progress: TransferProgress;
  readonly returns: Amount | null;
}

/** A sender's decisions about their own transfers. @throws not_found for others', made_before_payments */
@Injectable()
export class OwnTransfers {
  constructor(
    private readonly transfers: Transfers,
    private readonly commands: CommandBus,
    private readonly getTransferRequest: GetTransferRequest,
  ) {}

  /** Pays a transfer that waits for a card. @throws not_payable, and as ChooseCard does */
  async pay(user: CardUser, transferId: string, request: CardRequest): Promise<TransferProgress> {
    const terms = await this.termsOf(user.uid, transferId);
    const card = await this.commands.execute(new ChooseCard(user, transferId, request));
    return this.transfers.pay(terms, { card, requestId: request.requestId });
  }

  /** Gives up the card that waits for its bank's confirmation; the worker ends the attempt. @throws not_payable */
  async abandon(uid: string, transferId: string): Promise<TransferProgress> {
    await this.termsOf(uid, transferId);
    await this.transfers.decide(transferId, { kind: 'sender', id: uid }, { type: 'AbandonPayment' });
    return this.transfers.progressOf(transferId);
  }

  /** A repeat has the same result. @throws too_late, nothing_to_cancel; paid_meanwhile with `onlyUnpaid` */
  async cancel(uid: string, transferId: string, { onlyUnpaid = false } = {}): Promise<Cancelled> {
    await this.termsOf(uid, transferId);
    const command = { type: 'RequestCancel', cause: 'sender', onlyUnpaid } as const;
    const { state } = await this.transfers.decide(transferId, { kind: 'sender', id: uid }, command);
    return { progress: await this.transfers.progressOf(transferId), returns: returnsOf(state) };
  }

  /**
   * Opens a desk task and returns its number; a repeat under the same key is the same report.
   * @throws too_many_problems; problem_mismatch when the key was used for another text
   */
  async report(
    uid: string,
    transferId: string,
    { key, text }: { readonly key: string; readonly text: string },
  ): Promise<string> {
    await this.termsOf(uid, transferId);
    const digest = createHash('sha256').update(`${transferId}:${key}`).digest('hex');
    const problemId = problemNumber(transferId, digest);
    const command = { type: 'ReportProblem', problemId, text } as const;
    const { events } = await this.transfers.decide(transferId, { kind: 'sender', id: uid }, command);
    if (events.length === 0 && (await this.transfers.problemText(transferId, problemId)) !== text)
      throw new DomainError('problem_mismatch');
    return problemId;
  }

  /** If the process ended between TransferRequested and PaymentAwaited, the latter is recorded now, as the saga would. */
  private async termsOf(uid: string, transferId: string): Promise<Terms> {
    const { terms } = await this.transfers.stateOf(transferId);
    if (terms?.uid === uid) return terms;
    const request = await this.getTransferRequest.execute(uid, transferId);
    if (!request.data.awaitsPayment) throw new DomainError('made_before_payments');
    await this.transfers.pay(termsOf(request), null);
    return termsOf(request);
  }
}

/** The reservation or charge that is returned; zero when no card was charged or reserved. */
function returnsOf({ payout, refund, cancel, terms, payment }: LifecycleState): Amount | null {
  if (refund) return formatAmount(refund.cents);
  if (payout) return null;
  if (cancel?.returns) return formatAmount(terms?.totalCents ?? 0);
  return isUnderWay(payment) ? null : formatAmount(0);
}
