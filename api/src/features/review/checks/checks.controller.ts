import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../../../http/contract/principal.js';
import { TakesUuid, UuidParameter } from '../../../http/contract/validation.js';
import { HISTORY_ROLES } from '../../../kernel/people/accounts.js';
import type { CheckCounts, CheckDetail, CheckPage } from '../../../kernel/staff/identity-checks.js';
import { identityChecksProjection } from '../../verification/checks/identity-checks.projection.js';
import { ChecksQueryDto } from './checks-query.dto.js';
import { GetCheck } from './get-check.query.js';
import { GetCheckCounts, GetChecks } from './get-checks.query.js';

/** The verification board. None of the caller's own checks exists for them: 404. */
@ApiTags('compliance')
@RequireRoles(...HISTORY_ROLES)
@Controller('compliance')
export class ChecksController {
  constructor(
    private readonly getChecks: GetChecks,
    private readonly getCheckCounts: GetCheckCounts,
    private readonly getCheck: GetCheck,
  ) {}

  /** Identity checks of one list, or all: open ones that changed longest ago first, then verified, declined and expired ones. */
  @Get('verifications')
  @ReadsViews(identityChecksProjection)
  list(
    @CurrentPrincipal() { uid: reader }: Principal,
    @Query() { status: list, limit, cursor }: ChecksQueryDto,
  ): Promise<CheckPage> {
    return this.getChecks.execute({ reader, list, limit: Number(limit), cursor });
  }

  /** How many checks each list has, up to 1,001, which stands for more than 1,000. */
  @Get('verification-counts')
  @ReadsViews(identityChecksProjection)
  counts(@CurrentPrincipal() { uid }: Principal): Promise<CheckCounts> {
    return this.getCheckCounts.execute(uid);
  }

  /** One check: its changes, by whom and why it was revoked, and a masked summary of its sender. */
  @Get('verifications/:requestId')
  @ReadsViews(identityChecksProjection)
  @TakesUuid('requestId', 'Of the check')
  detail(
    @CurrentPrincipal() { uid }: Principal,
    @UuidParameter('requestId') id: string,
  ): Promise<CheckDetail> {
    return this.getCheck.execute(id, uid);
  }
}
