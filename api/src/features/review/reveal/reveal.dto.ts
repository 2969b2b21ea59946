import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { IsIn } from '../../../http/contract/validation.js';
import { REVEAL_FIELDS, type RevealField, type RevealRequest } from '../../../kernel/staff/reveal.js';
import { UUID_PATTERN } from '../../../kernel/uuid.js';
import { AccessReason } from '../../access/access-reason.dto.js';

/** POST /compliance/reveal */
export class RevealDto implements RevealRequest {
  /** The id of the sender, or of the transfer that has the field. */
  @ApiProperty({ format: 'uuid' })
  @IsString()
  @Matches(UUID_PATTERN)
  subject!: string;

  /** `name` and `email` are a sender's; the others a transfer's. */
  @IsIn(REVEAL_FIELDS)
  field!: RevealField;

  @AccessReason()
  reason?: string;
}
