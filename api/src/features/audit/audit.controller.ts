import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../http/contract/position.interceptor.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { STAFF_ROLES } from '../../kernel/people/accounts.js';
import type { AuditCounts, AuditPage, AuditPeople } from '../../kernel/staff/audit.js';
import { DomainError } from '../../kernel/domain-error.js';
import { accountsProjection } from '../accounts/account/accounts.projection.js';
import type { AuditRequest } from './audit-events.js';
import { readsEverybody, type AuditFilter } from './audit-filter.js';
import { AuditFilterDto, AuditQueryDto } from './audit-query.dto.js';
import { auditProjection } from './audit.projection.js';
import { GetAudit } from './get-audit.query.js';
import { GetAuditCounts } from './get-audit-counts.query.js';
import { GetAuditPeople } from './get-audit-people.query.js';

/** What staff did: their own actions for everybody of the staff, everybody's for leads and auditors. */
@ApiTags('compliance')
@RequireRoles(...STAFF_ROLES)
@Refuses('not_found')
@Controller('compliance')
export class AuditController {
  constructor(
    private readonly getAudit: GetAudit,
    private readonly getAuditCounts: GetAuditCounts,
    private readonly getAuditPeople: GetAuditPeople,
  ) {}

  /**
   * Events of staff, newest first, by at most one of person, subject and action, and by time. Nothing about the caller's own
   * account. Who is neither lead nor auditor gets their own actions and filters by nothing but time: others are 403.
   */
  @Get('audit')
  @ReadsViews(auditProjection, accountsProjection)
  audit(
    @CurrentPrincipal() principal: Principal,
    @Query() { limit, cursor, ...filter }: AuditQueryDto,
  ): Promise<AuditPage> {
    return this.getAudit.execute(requestOf(principal, filter), { limit: Number(limit), cursor });
  }

  /** How many events the same filter has, and each kind of everybody; up to 1,001, which means more than 1,000. */
  @Get('audit-counts')
  @ReadsViews(auditProjection)
  counts(@CurrentPrincipal() principal: Principal, @Query() filter: AuditFilterDto): Promise<AuditCounts> {
    const isWide = readsEverybody(principal.roles);
    return this.getAuditCounts.execute(requestOf(principal, filter), isWide);
  }

  /** Everybody who ever had a role, by name. */
  @Get('audit-people')
  @ReadsViews(auditProjection, accountsProjection)
  people(): Promise<AuditPeople> {
    return this.getAuditPeople.execute();
  }
}

/** @throws forbidden for a filter of others' actions, not_found for one's own account */
function requestOf({ uid: reader, roles }: Principal, filter: AuditFilter): AuditRequest {
  if (filter.subject === reader) throw new DomainError('not_found');
  if (readsEverybody(roles)) return { reader, filter };
  const { person = reader, subject, action, from, to } = filter;
  if (person !== reader || subject !== undefined || action !== undefined) throw new DomainError('forbidden');
  return { reader, filter: { person, from, to } };
}
