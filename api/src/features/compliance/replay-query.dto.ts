import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { WhenGiven } from '../../http/validation.js';
import { REASON_PATTERN } from '../../kernel/access-reasons.js';
import { DomainError } from '../../kernel/domain-error.js';
import { UUID_PATTERN } from '../../kernel/uuid.js';

/** GET /compliance/senders/:uid/replay and GET /compliance/transfers/:id/replay */
export class ReplayQueryDto {
  /** Why, recorded with the access: `case:` and the id of a case about the sender, or `support:`, `authority:` or `audit:` and a reference. */
  @ApiProperty({ type: String, required: false, pattern: REASON_PATTERN.source, example: 'support:S-1182' })
  @WhenGiven()
  @IsString()
  @Matches(REASON_PATTERN)
  reason?: string;

  /** Short for the reason `case:{caseId}`. */
  @ApiProperty({ format: 'uuid' })
  @WhenGiven()
  @IsString()
  @Matches(UUID_PATTERN)
  caseId?: string;
}

/** @throws reason_required */
export function reasonIn({ reason, caseId }: ReplayQueryDto): string {
  if (reason !== undefined) return reason;
  if (caseId === undefined) throw new DomainError('reason_required');
  return `case:${caseId}`;
}
