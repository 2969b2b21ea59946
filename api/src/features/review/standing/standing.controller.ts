import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import {
  CurrentPrincipal,
  RequireRoles,
  RequireStepUp,
  type Principal,
} from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { TakesUuid, UuidParameter } from '../../../http/contract/validation.js';
import { HISTORY_ROLES } from '../../../kernel/people/accounts.js';
import type { LiftResult, SenderStanding } from '../../../kernel/staff/standing.js';
import { GetStanding } from './get-standing.query.js';
import { JudgeSender, type SenderJudgment } from './judge-sender.command.js';
import { senderStandingProjection } from './sender-standing.projection.js';
import { StandingReasonDto } from './standing.dto.js';
import { CurrentLead, TakesTwoLeads, type Lead } from '../../access/two-leads.js';

/**
 * What keeps a sender from sending or signing in, and their data from being erased. Leads change it; the sender reads no
 * more than that they cannot send or sign in.
 */
@ApiTags('compliance')
@RequireRoles('lead')
@Controller('compliance/senders')
export class StandingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getStanding: GetStanding,
  ) {}

  /** One sender, masked, with every pause, the suspension, the requests to end them, and a legal hold; one's own: 404. */
  @Get(':uid')
  @RequireRoles(...HISTORY_ROLES)
  @ReadsViews(senderStandingProjection)
  @TakesUuid('uid', 'Of the sender')
  standing(
    @CurrentPrincipal() { uid: reader }: Principal,
    @UuidParameter('uid') uid: string,
  ): Promise<SenderStanding> {
    return this.getStanding.execute(uid, reader);
  }

  /** Pauses sending at once, in addition to any other cause; a repeat changes nothing. */
  @Post(':uid/pause')
  @RequireStepUp()
  @Refuses('clock_suspect')
  @TakesUuid('uid', 'Of the sender')
  @HttpCode(204)
  async pause(
    @CurrentLead() lead: Lead,
    @UuidParameter('uid') uid: string,
    @Body() { reason }: StandingReasonDto,
  ): Promise<void> {
    await this.judge('pause', { uid, reason }, lead);
  }

  /** Asks to end every pause in force; 204 when another lead had asked: that request is carried out. */
  @Post(':uid/resume')
  @RequireStepUp()
  @Refuses('clock_suspect')
  @TakesUuid('uid', 'Of the sender')
  @TakesTwoLeads()
  @HttpCode(204)
  async resume(
    @CurrentLead() lead: Lead,
    @UuidParameter('uid') uid: string,
    @Body() { reason }: StandingReasonDto,
  ): Promise<void> {
    if ((await this.judge('resume', { uid, reason }, lead)) === 'requested') lead.asked();
  }

  /** Suspends the account at once: its sessions end, and it accepts no sign-in. */
  @Post(':uid/suspend')
  @RequireStepUp()
  @Refuses('clock_suspect')
  @TakesUuid('uid', 'Of the sender')
  @HttpCode(204)
  async suspend(
    @CurrentLead() lead: Lead,
    @UuidParameter('uid') uid: string,
    @Body() { reason }: StandingReasonDto,
  ): Promise<void> {
    await this.judge('suspend', { uid, reason }, lead);
  }

  /**
   * Asks to end the suspension; 204 when another lead had asked: that request is carried out. 403 `suspended_by_operations`
   * when the operations team suspended it.
   */
  @Post(':uid/reinstate')
  @RequireStepUp()
  @Refuses('suspended_by_operations', 'clock_suspect')
  @TakesUuid('uid', 'Of the sender')
  @TakesTwoLeads()
  @HttpCode(204)
  async reinstate(
    @CurrentLead() lead: Lead,
    @UuidParameter('uid') uid: string,
    @Body() { reason }: StandingReasonDto,
  ): Promise<void> {
    if ((await this.judge('reinstate', { uid, reason }, lead)) === 'requested') lead.asked();
  }

  /** Keeps the data of the sender from being erased until a lead lifts the hold; it takes one lead. */
  @Post(':uid/place-legal-hold')
  @RequireStepUp()
  @Refuses('already_on_hold', 'account_erased', 'clock_suspect')
  @TakesUuid('uid', 'Of the sender')
  @HttpCode(204)
  async placeLegalHold(
    @CurrentLead() lead: Lead,
    @UuidParameter('uid') uid: string,
    @Body() { reason }: StandingReasonDto,
  ): Promise<void> {
    await this.judge('place-legal-hold', { uid, reason }, lead);
  }

  /** Ends the legal hold at once: retention alone decides again; it takes one lead. */
  @Post(':uid/lift-legal-hold')
  @RequireStepUp()
  @Refuses('not_on_hold', 'clock_suspect')
  @TakesUuid('uid', 'Of the sender')
  @HttpCode(204)
  async liftLegalHold(
    @CurrentLead() lead: Lead,
    @UuidParameter('uid') uid: string,
    @Body() { reason }: StandingReasonDto,
  ): Promise<void> {
    await this.judge('lift-legal-hold', { uid, reason }, lead);
  }

  private judge(
    judgment: SenderJudgment,
    of: { readonly uid: string; readonly reason: string },
    { uid: by }: Lead,
  ): Promise<LiftResult> {
    return this.commands.execute(new JudgeSender(judgment, of, by));
  }
}
