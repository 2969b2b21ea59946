import { HISTORY_ROLES, REVIEW_ROLES } from '../../kernel/accounts.js';
import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { CaseDetail, CasePage } from '../../kernel/compliance.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../../http/principal.js';
import { ReadsViews } from '../../http/position.interceptor.js';
import { TakesUuid, UuidParameter } from '../../http/validation.js';
import { Refuses } from '../../http/refuses.js';
import { GetCase } from './get-case.query.js';
import { GetCases } from './get-cases.query.js';
import { HoldPayment } from './hold-payment.command.js';
import { HoldPaymentDto } from './hold-payment.dto.js';
import { CasesQueryDto } from './cases-query.dto.js';
import { ReviewCaseDto } from './review-case.dto.js';
import { ReviewCase } from './review-case.command.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';

/** The review desk, for staff who work on cases or audit them; operators have the payout desk only. */
@ApiTags('compliance')
@RequireRoles(...HISTORY_ROLES)
@Controller('compliance')
export class ComplianceController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Open cases, oldest first, then reviewed ones, newest first; with `reviewed`, only those. None about the caller. */
  @Get('cases')
  @ReadsViews(suspiciousTransactionsProjection)
  cases(@CurrentPrincipal() { uid: reader }: Principal, @Query() query: CasesQueryDto): Promise<CasePage> {
    const { reviewed, limit, cursor } = query;
    return this.queries.execute(
      new GetCases({
        reader,
        reviewed: reviewed === undefined ? undefined : reviewed === 'true',
        limit: Number(limit),
        cursor,
      }),
    );
  }

  /** One case, 404 when it is about the caller: why the rule alerted, the attempts behind it and their sender; personal texts masked. */
  @Get('cases/:id')
  @ReadsViews(suspiciousTransactionsProjection)
  @TakesUuid('id', 'Of the case')
  case(@CurrentPrincipal() { uid }: Principal, @UuidParameter('id') id: string): Promise<CaseDetail> {
    return this.queries.execute(new GetCase(id, uid));
  }

  /** Closes a case with an outcome and a note. */
  @Post('cases/:id/review')
  @Refuses('case_already_reviewed', 'clock_suspect')
  @TakesUuid('id', 'Of the case')
  @HttpCode(204)
  @RequireRoles(...REVIEW_ROLES)
  async review(
    @CurrentPrincipal() principal: Principal,
    @UuidParameter('id') id: string,
    @Body() review: ReviewCaseDto,
  ): Promise<void> {
    await this.commands.execute(new ReviewCase(id, principal.uid, review));
  }

  /**
   * Holds the payment of a case's transfer: it is neither charged nor paid out. 409 `payout_submitted` (`params.at`) or
   * `nothing_to_hold` when it is too late; 404 when the transfer does not belong to the case.
   */
  @Post('cases/:id/hold')
  @Refuses('case_already_reviewed', 'payout_submitted', 'nothing_to_hold', 'clock_suspect')
  @TakesUuid('id', 'Of the case')
  @HttpCode(204)
  @RequireRoles('lead')
  async hold(
    @CurrentPrincipal() { uid: lead }: Principal,
    @UuidParameter('id') id: string,
    @Body() { transferId, note }: HoldPaymentDto,
  ): Promise<void> {
    await this.commands.execute(new HoldPayment(id, lead, { type: 'PlaceHold', transferId, note }));
  }

  /** Releases a held payment. 409 `not_held` when the case never held it. */
  @Post('cases/:id/release')
  @Refuses('not_held', 'nothing_to_hold', 'clock_suspect')
  @TakesUuid('id', 'Of the case')
  @HttpCode(204)
  @RequireRoles('lead')
  async release(
    @CurrentPrincipal() { uid: lead }: Principal,
    @UuidParameter('id') id: string,
    @Body() { transferId, note }: HoldPaymentDto,
  ): Promise<void> {
    await this.commands.execute(new HoldPayment(id, lead, { type: 'ReleaseHold', transferId, note }));
  }
}
