import { Controller, Get, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../http/contract/position.interceptor.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { ReadsHistory } from './reads-history.js';
import { TakesUuid, UuidParameter } from '../../http/contract/validation.js';
import { HISTORY_ROLES } from '../../kernel/people/accounts.js';
import type { Replay } from '../../kernel/staff/replay.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { GetReplay } from './get-replay.query.js';
import { GetTransferSender } from './get-transfer-sender.query.js';
import { LogHistoryReplay } from '../access/log-access.js';
import { reasonIn, ReplayQueryDto } from './replay-query.dto.js';

/** The history of any sender and any transfer, for a reason that is recorded before anything is shown. */
@ApiTags('compliance')
@RequireRoles(...HISTORY_ROLES)
@Refuses('reason_required', 'history_too_long', 'clock_suspect')
@Controller('compliance')
export class ReplayController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getTransferSender: GetTransferSender,
    private readonly getReplay: GetReplay,
  ) {}

  /** A sender's whole history with the lives of their newest transfers, one step per event; one's own: 404. */
  @Get('senders/:uid/replay')
  @TakesUuid('uid', 'Of the sender')
  @ReadsHistory()
  sender(
    @CurrentPrincipal() { uid: reader }: Principal,
    @UuidParameter('uid') uid: string,
    @Query() query: ReplayQueryDto,
  ): Promise<Replay> {
    return this.replay(reader, { uid, transferId: null }, reasonIn(query));
  }

  /** Every event of one transfer, its sender's attempts around it and the cases that it is part of; one's own: 404. */
  @Get('transfers/:id/replay')
  @ReadsViews(transactionsProjection)
  @TakesUuid('id', 'Of the transfer')
  @ReadsHistory()
  async transfer(
    @CurrentPrincipal() { uid: reader }: Principal,
    @UuidParameter('id') transferId: string,
    @Query() query: ReplayQueryDto,
  ): Promise<Replay> {
    const reason = reasonIn(query);
    const uid = await this.getTransferSender.execute(transferId);
    return this.replay(reader, { uid, transferId }, reason);
  }

  private async replay(
    reader: string,
    subject: { readonly uid: string; readonly transferId: string | null },
    reason: string,
  ): Promise<Replay> {
    const recordedAt = await this.commands.execute(new LogHistoryReplay(reader, subject, reason));
    return this.getReplay.execute(subject, { reason, recordedAt });
  }
}
