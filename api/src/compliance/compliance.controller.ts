import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { RecordDetail, RecordPage, Replay } from '../kernel/compliance.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../infrastructure/http/principal.js';
import { GetRecord } from './get-record.query.js';
import { GetRecords } from './get-records.query.js';
import { GetReplay } from './get-replay.query.js';
import { RecordHistoryReplay } from './record-access.command.js';
import { RecordsQueryDto } from './records-query.dto.js';
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
  record(@Param('id', ParseUUIDPipe) id: string): Promise<RecordDetail> {
    return this.queries.execute(new GetRecord(id));
  }

  /** Closes a record with an outcome and a note. */
  @Post('records/:id/review')
  @HttpCode(204)
  @RequireRoles('analyst', 'lead')
  async review(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() review: ReviewRecordDto,
  ): Promise<void> {
    await this.commands.execute(new ReviewRecord(id, principal.uid, review));
  }

  /** A sender's whole history, one step an event; the look itself is recorded first. */
  @Get('senders/:uid/replay')
  async replay(
    @CurrentPrincipal() principal: Principal,
    @Param('uid', ParseUUIDPipe) uid: string,
  ): Promise<Replay> {
    await this.commands.execute(new RecordHistoryReplay(principal.uid, uid));
    return this.queries.execute(new GetReplay(uid));
  }
}
