import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { RecordDetail, RecordPage, Replay } from '../kernel/compliance.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../http/principal.js';
import { ReadsViews } from '../http/reads-views.js';
import { TakesUuid, UuidParameter } from '../http/uuid-parameter.js';
import { GetRecord } from './get-record.query.js';
import { GetRecords } from './get-records.query.js';
import { GetReplay } from './get-replay.query.js';
import { RecordDetailDto, RecordPageDto } from './record.dto.js';
import { RecordHistoryReplay } from './record-access.command.js';
import { RecordsQueryDto } from './records-query.dto.js';
import { ReplayDto } from './replay.dto.js';
import { ReviewRecordDto } from './review-record.dto.js';
import { ReviewRecord } from './review-record.command.js';

/** The review desk: staff only; nothing from here reaches a sender (compliance.md). */
@ApiTags('compliance')
@RequireRoles('analyst', 'lead', 'operator', 'auditor')
@Controller('compliance')
export class ComplianceController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Suspicious-transaction records, newest first; without `reviewed` both kinds. */
  @Get('records')
  @ReadsViews('suspicious_transactions')
  @ApiOkResponse({ type: RecordPageDto })
  records(@Query() query: RecordsQueryDto): Promise<RecordPage> {
    const { reviewed, limit, cursor } = query;
    return this.queries.execute(
      new GetRecords({
        reviewed: reviewed === undefined ? undefined : reviewed === 'true',
        limit: Number(limit),
        cursor,
      }),
    );
  }

  /** One record: why it fired, the attempts behind it, its sender; personal texts masked. */
  @Get('records/:id')
  @ReadsViews('suspicious_transactions')
  @TakesUuid('id', 'Of the record')
  @ApiOkResponse({ type: RecordDetailDto })
  record(@UuidParameter('id') id: string): Promise<RecordDetail> {
    return this.queries.execute(new GetRecord(id));
  }

  /** Closes a record with an outcome and a note. */
  @Post('records/:id/review')
  @TakesUuid('id', 'Of the record')
  @HttpCode(204)
  @ApiNoContentResponse()
  @RequireRoles('analyst', 'lead')
  async review(
    @CurrentPrincipal() principal: Principal,
    @UuidParameter('id') id: string,
    @Body() review: ReviewRecordDto,
  ): Promise<void> {
    await this.commands.execute(new ReviewRecord(id, principal.uid, review));
  }

  /** A sender's whole history, one step an event; the look itself is recorded first. */
  @Get('senders/:uid/replay')
  @TakesUuid('uid', 'Of the sender')
  @ApiOkResponse({ type: ReplayDto })
  async replay(@CurrentPrincipal() principal: Principal, @UuidParameter('uid') uid: string): Promise<Replay> {
    await this.commands.execute(new RecordHistoryReplay(principal.uid, uid));
    return this.queries.execute(new GetReplay(uid));
  }
}
