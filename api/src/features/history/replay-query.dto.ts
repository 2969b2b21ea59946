import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { PageCursor, PageLimit } from '../../http/contract/page-query.js';
import { WhenGiven } from '../../http/contract/validation.js';
import { UUID_PATTERN } from '../../kernel/uuid.js';
import { AccessReason, requiredReason } from '../access/access-reason.dto.js';
import { partsOf } from './replay-cursor.js';

/** GET /compliance/senders/:uid/replay and GET /compliance/transfers/:id/replay */
export class ReplayQueryDto {
  @AccessReason()
  reason?: string;

  /** Short for the reason `case:{caseId}`. */
  @ApiProperty({ format: 'uuid' })
  @WhenGiven()
  @IsString()
  @Matches(UUID_PATTERN)
  caseId?: string;

  /** Steps per page, 1 to 200. */
  @PageLimit()
  limit = '100';

  /** `nextCursor` of the previous page: the steps before it. */
  @PageCursor()
  cursor?: string;
}

/** @throws InvalidCursor for what cannot be one, reason_required */
export function reasonIn({ reason, caseId, cursor }: ReplayQueryDto): string {
  if (cursor !== undefined) partsOf(cursor);
  return requiredReason(reason ?? (caseId && `case:${caseId}`));
}
