import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  StreamableFile,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { type CardUser, CurrentCardUser } from '../../http/edge/caller-network.js';
import { languageOf } from '../../http/edge/language.js';
import { Compressed, LimitedTo } from '../../http/edge/route-options.js';
import { CurrentPrincipal, type Principal } from '../../http/contract/principal.js';
import { ReadsViews } from '../../http/contract/position.interceptor.js';
import { Refuses } from '../../http/contract/refuses.js';
import { centsOf } from '../../kernel/money/money.js';
import {
  sendOf,
  type Allowance,
  type Transaction,
  type TransfersTotal,
  type Timeline,
  TransactionPage,
} from '../../kernel/money/transfers.js';
import { AttemptTransfer, transferIdOf } from './sending/attempt-transfer.command.js';
import { CARD_CODES, SEND_CODES, UNREADABLE } from './documented-refusals.js';
import { ExportTransactions } from './history/export-transactions.query.js';
import { FreeingAllowance } from './quotes/freeing-allowance.js';
import { GetAllowance } from './quotes/get-allowance.query.js';
import { GetTimeline } from './history/get-timeline.query.js';
import { GetTransaction } from './history/get-transaction.query.js';
import { GetTransactions } from './history/get-transactions.query.js';
import { GetTransfersTotal } from './history/get-transfers-total.query.js';
import { IdempotencyKey, TakesIdempotencyKey } from './sending/idempotency-key.js';
import { ExportTransfersDto, ListTransfersDto, TransferFilterDto } from './history/list-transfers.dto.js';
import { cardChoiceOf } from './sending/card-choice.dto.js';
import { RequestTransferDto } from './sending/request-transfer.dto.js';
import { SendMoney } from './sending/send-money.command.js';
import { SearchedText, searchedTextOf, TakesSearch } from './history/searched-text.js';
import { TransferDraftDto } from './sending/transfer-draft.dto.js';
import { transferFilterOf } from './history/transfer-filter.js';
import { TakesTransferId } from './history/named-transfer.js';
import { transactionOf, transactionsProjection } from './history/transactions.projection.js';
import { strayChargesProjection } from '../lifecycle/strays/stray-charges.projection.js';
import { kycRequestsProjection } from '../verification/kyc-requests.projection.js';

/** Twice the 60 that a sender must be able to make. */
const SENDS_PER_MINUTE = 120;
/** An export reads a sender's whole history. */
const EXPORTS_PER_MINUTE = 10;
/** Each adds up a whole history. */
const TOTALS_PER_MINUTE = 240;

/** A sender's own transfers. */
@ApiTags('transfers')
@Controller()
export class TransfersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getTransactions: GetTransactions,
    private readonly exportTransactions: ExportTransactions,
    private readonly getTransfersTotal: GetTransfersTotal,
    private readonly getTransaction: GetTransaction,
    private readonly getTimeline: GetTimeline,
    private readonly getAllowance: GetAllowance,
    private readonly freeing: FreeingAllowance,
  ) {}

  /**
   * Sends money; without a card the transfer waits for one. The same key always gets the same response, also 201 with the first
   * card when a repeat names another one: a declined payment takes another card through `POST /transfers/{id}/payment`. A refusal
   * over a limit or while sending is paused is recorded, and repeated under its key for eight days; then the key is new.
   */
  @Post('transfers')
  @LimitedTo(SENDS_PER_MINUTE)
  @Refuses(...SEND_CODES, ...CARD_CODES, 'total_changed', 'not_payable', 'clock_suspect')
  @TakesIdempotencyKey()
  async request(
    @CurrentCardUser() user: CardUser,
    @IdempotencyKey() key: string,
    @Body() body: RequestTransferDto,
  ): Promise<Transaction> {
    const agreedTotalCents = centsOf(body.total);
    const order = { send: sendOf(body), agreedTotalCents, choice: cardChoiceOf(body) };
    const { request, progress } = await this.commands.execute(new SendMoney(user, key, order));
    return { ...transactionOf(request), ...progress };
  }

  /** Checks whether a send would be accepted; a refusal over a limit is recorded as if it had been attempted. */
  @Post('transfers/check')
  @Refuses(...SEND_CODES, 'clock_suspect')
  @HttpCode(204)
  @TakesIdempotencyKey()
  async check(
    @CurrentPrincipal() { uid }: Principal,
    @IdempotencyKey() key: string,
    @Body() body: TransferDraftDto,
  ): Promise<void> {
    const send = sendOf(body);
    await this.freeing.requireFreed(uid, transferIdOf(uid, key), send.amountCents);
    await this.commands.execute(new AttemptTransfer(uid, key, { send, agreedTotalCents: null }));
  }

  /** Transfers, newest first. A filtered call checks at most 2,000 of them; a cursor continues from there. */
  @Get('transfers')
  @Compressed()
  @Refuses(UNREADABLE)
  @TakesSearch()
  @ReadsViews(transactionsProjection)
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOkResponse({ type: TransactionPage })
  list(
    @CurrentPrincipal() { uid }: Principal,
    @Query() query: ListTransfersDto,
    @SearchedText() searched: string,
  ): Promise<string> {
    const page = { limit: Number(query.limit), cursor: query.cursor };
    return this.getTransactions.execute(uid, transferFilterOf(query, searched), page);
  }

  /** All matching transfers as a CSV file in the caller's language. */
  @Get('transfers.csv')
  @Refuses(UNREADABLE)
  @TakesSearch()
  @LimitedTo(EXPORTS_PER_MINUTE)
  @ReadsViews(transactionsProjection)
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async export(
    @CurrentPrincipal() { uid }: Principal,
    @Query() query: ExportTransfersDto,
    @Req() request: FastifyRequest,
  ): Promise<StreamableFile> {
    const filter = transferFilterOf(query, searchedTextOf(request));
    const reader = { locale: languageOf(request), timeZone: query.tz };
    const csv = await this.exportTransactions.execute(uid, filter, reader);
    return new StreamableFile(csv, {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="flip-transfers.csv"',
    });
  }

  /** Count and sum of all matching transfers, or of the newest 10,000. */
  @Get('transfers/total')
  @LimitedTo(TOTALS_PER_MINUTE)
  @Refuses(UNREADABLE)
  @TakesSearch()
  @ReadsViews(transactionsProjection)
  total(
    @CurrentPrincipal() { uid }: Principal,
    @Query() query: TransferFilterDto,
    @SearchedText() searched: string,
  ): Promise<TransfersTotal> {
    return this.getTransfersTotal.execute(uid, transferFilterOf(query, searched));
  }

  /** One transfer; another sender's transfer gets the same response as a missing one. */
  @Get('transfers/:id')
  @Compressed()
  @Refuses(UNREADABLE)
  @TakesTransferId()
  @ReadsViews(transactionsProjection)
  one(@CurrentPrincipal() { uid }: Principal, @Param('id') id: string): Promise<Transaction> {
    return this.getTransaction.execute(uid, id);
  }

  /** The recorded steps of a transfer, each with the time of its event. */
  @Get('transfers/:id/timeline')
  @Compressed()
  @Refuses(UNREADABLE)
  @TakesTransferId()
  @ReadsViews(transactionsProjection)
  timeline(@CurrentPrincipal() { uid }: Principal, @Param('id') id: string): Promise<Timeline> {
    return this.getTimeline.execute(uid, id);
  }

  /** The amount that can still be sent this week, and when more becomes available. */
  @Get('allowance')
  @Refuses(UNREADABLE)
  @ReadsViews(transactionsProjection, kycRequestsProjection, strayChargesProjection)
  allowance(@CurrentPrincipal() { uid }: Principal): Promise<Allowance> {
    return this.getAllowance.execute(uid);
  }
}
