import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { WhenGiven } from '../../http/contract/validation.js';
import { REASON_PATTERN } from '../../kernel/staff/access-reasons.js';
import { DomainError } from '../../kernel/domain-error.js';

/** Why staff look, recorded with the access; `requiredReason` refuses a request without one. */
export const AccessReason = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: String,
      required: false,
      pattern: REASON_PATTERN.source,
      example: 'support:S-1182',
      description: '`case:` and the id of a case, or `support:`, `authority:` or `audit:` and a reference.',
    }),
    WhenGiven(),
    IsString(),
    Matches(REASON_PATTERN),
  );

/** @throws reason_required */
export function requiredReason(reason: string | undefined): string {
  if (reason === undefined) throw new DomainError('reason_required');
  return reason;
}
