import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../../../http/contract/principal.js';
import { HISTORY_ROLES } from '../../../kernel/people/accounts.js';
import type { Overview } from '../../../kernel/staff/overview.js';
import { OverviewQueryDto } from './overview-query.dto.js';
import { GetOverview, OVERVIEW_VIEWS } from './get-overview.query.js';

/** The figures that the staff's day begins with. */
@ApiTags('compliance')
@RequireRoles(...HISTORY_ROLES)
@Controller('compliance/overview')
export class OverviewController {
  constructor(private readonly getOverview: GetOverview) {}

  /**
   * Open cases by age, alerts per rule and day, how cases were closed, reports due and payouts that wait; nothing about the
   * caller's own account.
   */
  @Get()
  @ReadsViews(...OVERVIEW_VIEWS)
  read(
    @CurrentPrincipal() { uid }: Principal,
    @Query() { days = '30' }: OverviewQueryDto,
  ): Promise<Overview> {
    return this.getOverview.execute(uid, Number(days));
  }
}
