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
import { HISTORY_ROLES, REVIEW_ROLES } from '../../../kernel/people/accounts.js';
import type { CaseAssignees, CaseCounts } from '../../../kernel/staff/compliance.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import {
  ApproveCaseDto,
  AssignCaseDto,
  CaseNoteDto,
  CaseReasonDto,
  FileReportDto,
  ProposeOutcomeDto,
  ReviewCaseDto,
  SnoozeCaseDto,
} from './case-actions.dto.js';
import { GetCaseAssignees } from '../queue/get-case-assignees.query.js';
import { GetCaseCounts } from '../queue/get-case-counts.query.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';
import { WorkCase, type CaseAction } from './work-case.command.js';

const ofId = TakesUuid('id', 'Of the case');

/** The work on cases. None about the caller's own account exists for them: 404. */
@ApiTags('compliance')
@RequireRoles(...REVIEW_ROLES)
@Controller('compliance')
export class CaseActionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getCaseCounts: GetCaseCounts,
    private readonly getCaseAssignees: GetCaseAssignees,
  ) {}

  /** How many cases each list has for the caller, up to 1,001, which stands for more than 1,000. */
  @Get('case-counts')
  @RequireRoles(...HISTORY_ROLES)
  @ReadsViews(suspiciousTransactionsProjection)
  counts(@CurrentPrincipal() { uid }: Principal): Promise<CaseCounts> {
    return this.getCaseCounts.execute(uid);
  }

  /** Who can be given a case: analysts and leads. */
  @Get('case-assignees')
  @RequireRoles(...HISTORY_ROLES)
  @ReadsViews(accountsProjection)
  assignees(): Promise<CaseAssignees> {
    return this.getCaseAssignees.execute();
  }

  /** Assigns an open case to an analyst or a lead, or unassigns it. 422 `not_assignable` for any other account. */
  @Post('cases/:id/assign')
  @Refuses('case_already_reviewed', 'not_assignable', 'clock_suspect')
  @ofId
  @HttpCode(204)
  assign(
    @CurrentPrincipal() person: Principal,
    @UuidParameter('id') id: string,
    @Body() body: AssignCaseDto,
  ) {
    return this.work(id, person, { type: 'assign', assignee: body.assignee });
  }

  /** Lets an open case rest for at most 30 days; a new alert ends that. */
  @Post('cases/:id/snooze')
  @Refuses('case_already_reviewed', 'already_proposed', 'snooze_out_of_range', 'clock_suspect')
  @ofId
  @HttpCode(204)
  snooze(
    @CurrentPrincipal() person: Principal,
    @UuidParameter('id') id: string,
    @Body() body: SnoozeCaseDto,
  ) {
    const until = new Date(body.until).toISOString();
    return this.work(id, person, { type: 'snooze', until, reason: body.reason });
  }

  /** Adds a note, also to a closed case. */
  @Post('cases/:id/notes')
  @Refuses('clock_suspect')
  @ofId
  @HttpCode(204)
  note(
    @CurrentPrincipal() person: Principal,
    @UuidParameter('id') id: string,
    @Body() { text }: CaseNoteDto,
  ) {
    return this.work(id, person, { type: 'note', text });
  }

  /** Proposes an outcome for a lead to approve. 409 `case_changed` with `changes` when others changed the case after `seen`. */
  @Post('cases/:id/propose')
  @Refuses('case_already_reviewed', 'case_changed', 'already_proposed', 'position_ahead', 'clock_suspect')
  @ofId
  @HttpCode(204)
  propose(
    @CurrentPrincipal() person: Principal,
    @UuidParameter('id') id: string,
    @Body() { outcome, reason, pause = false, seen }: ProposeOutcomeDto,
  ) {
    return this.work(id, person, { type: 'propose', outcome, reason, pause, seen });
  }

  /** Closes the case with the proposed outcome. 403 `needs_second_person` for one's own proposal. */
  @Post('cases/:id/approve')
  @RequireRoles('lead')
  @RequireStepUp()
  @Refuses(
    ...['case_already_reviewed', 'case_changed', 'nothing_proposed', 'needs_second_person'],
    ...['position_ahead', 'clock_suspect'],
  )
  @ofId
  @HttpCode(204)
  approve(
    @CurrentPrincipal() person: Principal,
    @UuidParameter('id') id: string,
    @Body() body: ApproveCaseDto,
  ) {
    return this.work(id, person, { type: 'approve', seen: body.seen });
  }

  /** Returns the proposed outcome with a reason. 403 `needs_second_person` for one's own proposal. */
  @Post('cases/:id/return')
  @RequireRoles('lead')
  @Refuses('case_already_reviewed', 'nothing_proposed', 'needs_second_person', 'clock_suspect')
  @ofId
  @HttpCode(204)
  return(
    @CurrentPrincipal() person: Principal,
    @UuidParameter('id') id: string,
    @Body() body: CaseReasonDto,
  ) {
    return this.work(id, person, { type: 'return', reason: body.reason });
  }

  /** Closes a case with an outcome and a note where one person may; otherwise 403 `needs_second_person`. */
  @Post('cases/:id/review')
  @RequireStepUp()
  @Refuses('case_already_reviewed', 'already_proposed', 'needs_second_person', 'clock_suspect')
  @ofId
  @HttpCode(204)
  review(
    @CurrentPrincipal() person: Principal,
    @UuidParameter('id') id: string,
    @Body() body: ReviewCaseDto,
  ) {
    return this.work(id, person, { type: 'review', outcome: body.outcome, note: body.note });
  }

  /** Opens a closed case again. Cancels and refunds stay, and nothing is held again. */
  @Post('cases/:id/reopen')
  @RequireRoles('lead')
  @RequireStepUp()
  @Refuses('case_not_reviewed', 'clock_suspect')
  @ofId
  @HttpCode(204)
  reopen(
    @CurrentPrincipal() person: Principal,
    @UuidParameter('id') id: string,
    @Body() body: CaseReasonDto,
  ) {
    return this.work(id, person, { type: 'reopen', reason: body.reason });
  }

  /** Records that a report about a suspicious case was filed with the authority. The first one can be amended and continued. */
  @Post('cases/:id/report')
  @Refuses(
    ...['report_filed', 'no_report_filed', 'no_report_due'],
    ...['filed_in_future', 'filed_before_attempts', 'clock_suspect'],
  )
  @ofId
  @HttpCode(204)
  report(
    @CurrentPrincipal() person: Principal,
    @UuidParameter('id') id: string,
    @Body() { kind, reference, filedAt: given }: FileReportDto,
  ) {
    const filedAt = new Date(given).toISOString();
    return this.work(id, person, { type: 'report', kind, reference, filedAt });
  }

  private async work(id: string, { uid }: Principal, action: CaseAction): Promise<void> {
    await this.commands.execute(new WorkCase(id, uid, action));
  }
}
