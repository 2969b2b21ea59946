import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type {
  CancelledTransaction,
  Transaction,
  TransferProgress,
  ReportedProblem,
} from '../../../kernel/money/transfers.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { CancelTransferDto } from './cancel-transfer.dto.js';
import { GetTransaction } from './get-transaction.query.js';
import { CARD_CODES } from '../documented-refusals.js';
import { GetTransferRequest } from './get-transfer-request.query.js';
import { IdempotencyKey, TakesIdempotencyKey } from '../sending/idempotency-key.js';
import { OwnTransfers } from './own-transfers.js';
import { ReportProblemDto } from './report-problem.dto.js';
import { NamedTransfer, TakesTransferId } from './named-transfer.js';
import { CardChoiceDto, requiredCardChoiceOf } from '../sending/card-choice.dto.js';
import { transactionOf } from './transactions.projection.js';

/**
 * Actions of a sender on their own transfers. Another sender's gets the same response as a missing one; one from
 * before card payment is refused with `made_before_payments` (docs/money.md).
 */
@ApiTags('transfers')
@Refuses('made_before_payments', 'clock_suspect')
@Controller('transfers/:id')
export class TransferActionsController {
  constructor(
    private readonly own: OwnTransfers,
    private readonly getTransaction: GetTransaction,
    private readonly getTransferRequest: GetTransferRequest,
  ) {}

  /** Pays a transfer that waits for a card, as after a decline. The same key is the same attempt. */
  @Post('payment')
  @Refuses(...CARD_CODES, 'not_payable')
  @TakesTransferId()
  @TakesIdempotencyKey()
  async pay(
    @NamedTransfer() { uid, id, range }: NamedTransfer,
    @IdempotencyKey() requestId: string,
    @Body() body: CardChoiceDto,
  ): Promise<Transaction> {
    const choice = requiredCardChoiceOf(body);
    const progress = await this.own.pay({ uid, range }, id, { choice, requestId });
    return this.withProgress(uid, id, progress);
  }

  /**
   * Gives up a card that waits for the sender's confirmation at its bank, to pay with another one: `payment.abandoned` until
   * the processor has ended the attempt, then `awaited`. If the bank has the confirmation by then, the card is kept.
   */
  @Post('payment/abandon')
  @Refuses('not_payable')
  @HttpCode(200)
  @TakesTransferId()
  async abandon(@NamedTransfer() { uid, id }: NamedTransfer): Promise<Transaction> {
    return this.withProgress(uid, id, await this.own.abandon(uid, id));
  }

  /**
   * Cancels a transfer until its payout is submitted; `returns` is the amount refunded. A repeat gets the same response. With
   * `only=unpaid`, one that is paid or being paid by now continues.
   */
  @Post('cancel')
  @Refuses('too_late', 'nothing_to_cancel', 'paid_meanwhile')
  @HttpCode(200)
  @TakesTransferId()
  async cancel(
    @NamedTransfer() { uid, id }: NamedTransfer,
    @Query() { only }: CancelTransferDto,
  ): Promise<CancelledTransaction> {
    const { progress, returns } = await this.own.cancel(uid, id, { onlyUnpaid: only === 'unpaid' });
    return { ...(await this.withProgress(uid, id, progress)), returns };
  }

  /** Reports a problem to the desk and returns its number. */
  @Post('problem')
  @Refuses('too_many_problems', 'problem_mismatch')
  @TakesTransferId()
  @TakesIdempotencyKey()
  async report(
    @NamedTransfer() { uid, id }: NamedTransfer,
    @IdempotencyKey() key: string,
    @Body() { text }: ReportProblemDto,
  ): Promise<ReportedProblem> {
    return { number: await this.own.report(uid, id, { key, text }) };
  }

  /** The view can lag behind or be unavailable; the progress comes from the transfer's own stream. */
  private async withProgress(uid: string, id: string, progress: TransferProgress): Promise<Transaction> {
    const transaction = await this.getTransaction
      .execute(uid, id)
      .catch(async () => transactionOf(await this.getTransferRequest.execute(uid, id)));
    return { ...transaction, ...progress };
  }
}
