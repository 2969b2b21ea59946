import { CleanText, IsIn } from '../../http/validation.js';
import {
  REVIEW_NOTE_MAX_LENGTH,
  REVIEW_OUTCOMES,
  type ReviewOutcome,
  type ReviewRequest,
} from '../../kernel/compliance.js';

/** POST /compliance/cases/:id/review */
export class ReviewCaseDto implements ReviewRequest {
  /** The reviewer's conclusion. */
  @IsIn(REVIEW_OUTCOMES)
  outcome!: ReviewOutcome;

  /** The reason; kept with the case and never shown to the sender. */
  @CleanText(REVIEW_NOTE_MAX_LENGTH, { lines: true })
  note!: string;
}
