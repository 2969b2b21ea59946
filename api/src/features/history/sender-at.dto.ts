import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length, Matches } from 'class-validator';
import { IsoInstant } from '../../http/contract/iso-instant.js';
import { IsIn, WhenGiven } from '../../http/contract/validation.js';
import { PASTED_POSITION } from '../../kernel/positions.js';
import { HISTORY_BASES, type HistoryBasis } from '../../kernel/staff/sender-at.js';
import { AccessReason } from '../access/access-reason.dto.js';

const POSITION_MAX_LENGTH = 64;

/** GET /compliance/senders/:uid/activity */
export class SenderActivityDto {
  @AccessReason()
  reason?: string;
}

/** GET /compliance/senders/:uid/at */
export class SenderAtDto {
  /** The instant to show, not in the future; now without it and without a position. */
  @ApiProperty({ format: 'date-time', required: false })
  @IsoInstant()
  instant?: string;

  /** Instead of an instant: a position of the log, everything recorded up to and with it; spaces and leading zeros do not matter. */
  @ApiProperty({
    required: false,
    pattern: PASTED_POSITION.source,
    example: '187512',
    maxLength: POSITION_MAX_LENGTH,
  })
  @WhenGiven()
  @IsString()
  @Length(1, POSITION_MAX_LENGTH)
  @Matches(PASTED_POSITION)
  position?: string;

  /** The order of events: as they were recorded, or by the providers' own times. */
  @ApiProperty({ enum: HISTORY_BASES, required: false, default: 'recorded' })
  @WhenGiven()
  @IsIn(HISTORY_BASES)
  basis: HistoryBasis = 'recorded';

  @AccessReason()
  reason?: string;
}
