import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsString, Length, Matches, ValidateIf } from 'class-validator';
import { RequiredInstant } from '../../../http/contract/iso-instant.js';
import { CleanText, IsIn, WhenGiven } from '../../../http/contract/validation.js';
import {
  REPORT_KINDS,
  REPORT_REFERENCE_MAX_LENGTH,
  REVIEW_NOTE_MAX_LENGTH,
  REVIEW_OUTCOMES,
  type ProposeRequest,
  type ReportKind,
  type ReviewOutcome,
  type ReviewRequest,
} from '../../../kernel/staff/compliance.js';
import { PASTED_POSITION } from '../../../kernel/positions.js';
import { UUID_PATTERN } from '../../../kernel/uuid.js';

const POSITION_MAX_LENGTH = 64;

/** POST /compliance/cases/:id/review */
export class ReviewCaseDto implements ReviewRequest {
  /** The reviewer's conclusion. */
  @IsIn(REVIEW_OUTCOMES)
  outcome!: ReviewOutcome;

  /** The reason; kept with the case and never shown to the sender. */
  @CleanText(REVIEW_NOTE_MAX_LENGTH, { lines: true })
  note!: string;
}

/** POST /compliance/cases/:id/assign */
export class AssignCaseDto {
  /** The uid of an analyst or a lead; null to unassign. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  @ValidateIf((_, value: unknown) => value !== null)
  @IsString()
  @Matches(UUID_PATTERN)
  assignee!: string | null;
}

/** The position that was read before a decision. */
class SeenDto {
  /** `position` of the case as it was read. */
  @ApiProperty({ pattern: PASTED_POSITION.source, minLength: 1, maxLength: POSITION_MAX_LENGTH })
  @IsString()
  @Length(1, POSITION_MAX_LENGTH)
  @Matches(PASTED_POSITION)
  seen!: string;
}

/** POST /compliance/cases/:id/approve */
export class ApproveCaseDto extends SeenDto {}

/** POST /compliance/cases/:id/propose */
export class ProposeOutcomeDto extends SeenDto implements ProposeRequest {
  @IsIn(REVIEW_OUTCOMES)
  outcome!: ReviewOutcome;

  /** For the person who approves; kept with the case and never shown to the sender. */
  @CleanText(REVIEW_NOTE_MAX_LENGTH, { lines: true })
  reason!: string;

  /** Also pauses the sender; only of a suspicious case. */
  @WhenGiven()
  @IsBoolean()
  pause?: boolean;
}

/** POST /compliance/cases/:id/return and /reopen */
export class CaseReasonDto {
  @CleanText(REVIEW_NOTE_MAX_LENGTH, { lines: true })
  reason!: string;
}

/** POST /compliance/cases/:id/snooze */
export class SnoozeCaseDto extends CaseReasonDto {
  /** An instant within 30 days. */
  @ApiProperty({ format: 'date-time' })
  @RequiredInstant()
  until!: string;
}

/** POST /compliance/cases/:id/notes */
export class CaseNoteDto {
  @CleanText(REVIEW_NOTE_MAX_LENGTH, { lines: true })
  text!: string;
}

/** POST /compliance/cases/:id/report */
export class FileReportDto {
  /** `amended` corrects the last report, `continuing` adds what went on since. */
  @ApiProperty({ enum: REPORT_KINDS, required: false, default: 'initial' })
  @WhenGiven()
  @IsIn(REPORT_KINDS)
  kind: ReportKind = 'initial';

  /** The authority's number. */
  @CleanText(REPORT_REFERENCE_MAX_LENGTH)
  reference!: string;

  /** An instant that is at most ten minutes ahead of the server's clock, nor before the first attempt of the case. */
  @ApiProperty({ format: 'date-time' })
  @RequiredInstant()
  filedAt!: string;
}

/** GET /compliance/cases/:id */
export class CaseAtDto {
  /** A position of the log: the case as it was known then. */
  @WhenGiven()
  @IsString()
  @Length(1, POSITION_MAX_LENGTH)
  at?: string;
}
