import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CancelledTransaction, Transaction, TransferProgress } from '../kernel/transfers.js';
import { CancelTransfer } from '../lifecycle/cancel-transfer.command.js';
import { ReportProblem } from '../lifecycle/report-problem.command.js';
import { RetryPayment } from '../lifecycle/retry-payment.command.js';
import { GetRequestedTransaction } from './get-requested-transaction.query.js';
import { GetTransaction } from './get-transaction.query.js';
import { IdempotencyKey, TakesIdempotencyKey } from './idempotency-key.js';
import { ReportProblemDto, ReportedProblemDto } from './report-problem.dto.js';
import { NamedTransfer, TakesTransferId } from './named-transfer.js';
import { CancelledTransactionDto, TransactionDto } from './transaction.dto.js';
import { CardChoiceDto, requiredCardChoiceOf } from './card-choice.dto.js';

/** What a sender can do with a transfer of their own. Another sender's gets the same response as a missing one. */
@ApiTags('transfers')
@Controller('transfers/:id')
export class TransferActionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Pays a transfer that waits for a card, as after a decline. The same key is the same attempt. */
  @Post('payment')
  @TakesTransferId()
  @TakesIdempotencyKey()
  @ApiCreatedResponse({ type: TransactionDto })
  async pay(
    @NamedTransfer() { uid, id }: NamedTransfer,
    @IdempotencyKey() requestId: string,
    @Body() body: CardChoiceDto,
  ): Promise<Transaction> {
    const choice = requiredCardChoiceOf(body);
    const progress = await this.commands.execute(new RetryPayment(uid, id, { choice, requestId }));
    return this.withProgress(uid, id, progress);
  }

  /** Cancels a transfer until its payout is submitted; the answer says what goes back. A repeat gets the same answer. */
  @Post('cancel')
  @HttpCode(200)
  @TakesTransferId()
  @ApiOkResponse({ type: CancelledTransactionDto })
  async cancel(@NamedTransfer() { uid, id }: NamedTransfer): Promise<CancelledTransaction> {
    const { progress, returns } = await this.commands.execute(new CancelTransfer(uid, id));
    return { ...(await this.withProgress(uid, id, progress)), returns };
  }

  /** Reports a problem to the desk and answers with its number. */
  @Post('problem')
  @TakesTransferId()
  @TakesIdempotencyKey()
  @ApiCreatedResponse({ type: ReportedProblemDto })
  async report(
    @NamedTransfer() { uid, id }: NamedTransfer,
    @IdempotencyKey() key: string,
    @Body() { text }: ReportProblemDto,
  ): Promise<ReportedProblemDto> {
    return { number: await this.commands.execute(new ReportProblem(uid, id, { key, text })) };
  }

  /** The view can lag behind or be away; the progress comes from the decision itself, on the transfer's own stream. */
  private async withProgress(uid: string, id: string, progress: TransferProgress): Promise<Transaction> {
    const transaction = await this.queries
      .execute(new GetTransaction(uid, id))
      .catch(() => this.queries.execute(new GetRequestedTransaction(uid, id)));
    return { ...transaction, ...progress };
  }
}
