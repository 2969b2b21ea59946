import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { CleanText } from '../http/validation.js';
import {
  REVIEW_NOTE_MAX_LENGTH,
  REVIEW_OUTCOMES,
  type ReviewOutcome,
  type ReviewRequest,
} from '../kernel/compliance.js';

/** POST /compliance/cases/:id/review */
export class ReviewCaseDto implements ReviewRequest {
  /** What the reviewer found. */
  @IsIn(REVIEW_OUTCOMES)
  outcome!: ReviewOutcome;

  /** Why: kept with the case, never shown to the sender. */
  @ApiProperty({ minLength: 1, maxLength: REVIEW_NOTE_MAX_LENGTH })
  @CleanText(REVIEW_NOTE_MAX_LENGTH, { lines: true })
  note!: string;
}
