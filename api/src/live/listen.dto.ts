import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { MaxLength, WhenGiven } from '../http/contract/validation.js';

/** Somewhat more than a token has; any other text is ignored. */
const AFTER_MAX_LENGTH = 200;

/** GET /events */
export class ListenDto {
  /** The token of an earlier message, or of the page's first read. */
  @ApiProperty({ required: false, maxLength: AFTER_MAX_LENGTH })
  @WhenGiven()
  @IsString()
  @MaxLength(AFTER_MAX_LENGTH)
  after?: string;
}
