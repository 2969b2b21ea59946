import { IsIn, IsString, Length } from 'class-validator';
import {
  REVIEW_NOTE_MAX_LENGTH,
  REVIEW_OUTCOMES,
  type ReviewOutcome,
  type ReviewRequest,
} from '../kernel/compliance.js';

/** POST /compliance/records/:id/review */
export class ReviewRecordDto implements ReviewRequest {
  /** What the reviewer found. */
  @IsIn(REVIEW_OUTCOMES)
  outcome!: ReviewOutcome;

  /** Why: kept with the case, never shown to the sender. */
  @IsString()
  @Length(1, REVIEW_NOTE_MAX_LENGTH)
  note!: string;
}
