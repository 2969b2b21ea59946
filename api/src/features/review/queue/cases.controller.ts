import { HISTORY_ROLES } from '../../../kernel/people/accounts.js';
import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  typedCaseNumber,
  type CaseDetail,
  type CasePage,
  type SameHandle,
} from '../../../kernel/staff/compliance.js';
import { LimitedTo } from '../../../http/edge/route-options.js';
import {
  CurrentPrincipal,
  RequireRoles,
  RequireStepUp,
  type Principal,
} from '../../../http/contract/principal.js';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import { TakesUuid, UuidParameter } from '../../../http/contract/validation.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { GetCase } from './get-case.query.js';
import { GetCases } from './get-cases.query.js';
import { GetSameHandle } from './get-same-handle.query.js';
import { handleSendersProjection } from './handle-senders.projection.js';
import { HoldPayment } from '../standing/hold-payment.command.js';
import { HoldPaymentDto } from '../standing/hold-payment.dto.js';
import { senderStandingProjection } from '../standing/sender-standing.projection.js';
import { centsOf } from '../../../kernel/money/money.js';
import { CasesQueryDto } from './cases-query.dto.js';
import { CaseAtDto } from '../cases/case-actions.dto.js';
import { suspiciousTransactionsProjection } from '../cases/suspicious-transactions.projection.js';

/** Each reads all cases of the sender. */
const CASES_PER_MINUTE = 300;

/** The review desk, for staff who work on cases or audit them; operators have the payout desk only. */
@ApiTags('compliance')
@RequireRoles(...HISTORY_ROLES)
@Controller('compliance')
export class CasesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getCases: GetCases,
    private readonly getCase: GetCase,
    private readonly getSameHandle: GetSameHandle,
  ) {}

  /**
   * Cases of one list of the queue, or open ones, then reviewed ones, or with `reviewed` only those; none about the caller.
   * `cut`: more cases than are searched at once, so that those of a later page can match too.
   */
  @Get('cases')
  @ReadsViews(suspiciousTransactionsProjection)
  cases(@CurrentPrincipal() { uid: reader }: Principal, @Query() query: CasesQueryDto): Promise<CasePage> {
    const { status: list, reviewed, number, minAtRisk, limit, ...narrowed } = query;
    return this.getCases.execute({
      reader,
      ...narrowed,
      list,
      number: number === undefined ? undefined : typedCaseNumber(number),
      reviewed: reviewed === undefined ? undefined : reviewed === 'true',
      minAtRiskCents: minAtRisk === undefined ? undefined : centsOf(minAtRisk),
      limit: Number(limit),
    });
  }

  /**
   * One case, 404 when it is about the caller: why the rule alerted, the attempts behind it, everything done and the sender;
   * personal texts masked. With `at`, all of it as of that position, which is never later than now.
   */
  @Get('cases/:id')
  @LimitedTo(CASES_PER_MINUTE)
  @ReadsViews(suspiciousTransactionsProjection, senderStandingProjection)
  @TakesUuid('id', 'Of the case')
  case(
    @CurrentPrincipal() { uid }: Principal,
    @UuidParameter('id') id: string,
    @Query() { at }: CaseAtDto,
  ): Promise<CaseDetail> {
    return this.getCase.execute({ id, reader: uid, at });
  }

  /** Who else attempted to send to the handles of a case in thirty days, masked; `cut` when there are more than are read. */
  @Get('cases/:id/same-handle')
  @ReadsViews(handleSendersProjection, suspiciousTransactionsProjection)
  @TakesUuid('id', 'Of the case')
  sameHandle(
    @CurrentPrincipal() { uid }: Principal,
    @UuidParameter('id') id: string,
    @Query() { at }: CaseAtDto,
  ): Promise<SameHandle> {
    return this.getSameHandle.execute({ id, reader: uid, at });
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
  @RequireStepUp()
  @RequireStepUp()
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
  @RequireStepUp()
  @RequireStepUp()
  async release(
    @CurrentPrincipal() { uid: lead }: Principal,
    @UuidParameter('id') id: string,
    @Body() { transferId, note }: HoldPaymentDto,
  ): Promise<void> {
    await this.commands.execute(new HoldPayment(id, lead, { type: 'ReleaseHold', transferId, note }));
  }
}
