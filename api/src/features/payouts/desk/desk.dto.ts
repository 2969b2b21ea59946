import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsOptional, IsString, Matches, ValidateIf } from 'class-validator';
import { CleanText, IsIn, MaxLength, refusal, WhenGiven } from '../../../http/contract/validation.js';
import {
  DESK_CONFIRMATIONS,
  DESK_LISTS,
  DESK_REFERENCE_MAX_LENGTH,
  DESK_SEARCH_MAX_LENGTH,
  DIFFERENCE_ABOUTS,
  DIFFERENCE_FOUND_MAX_LENGTH,
  DIFFERENCE_REASON_MAX_LENGTH,
  PAYOUT_FAILURES,
  PAYOUT_OUTCOMES,
  PLATFORM_MESSAGE_MAX_LENGTH,
  PROBLEM_ANSWER_MAX_LENGTH,
  PROBLEMS_LIMIT,
  REFUND_WAYS,
  type DeskConfirmation,
  type DeskFilter,
  type DifferenceAbout,
  type PayoutFailure,
  type PayoutOutcome,
  type RefundWay,
} from '../../../kernel/money/payouts.js';
import { TOTAL_PATTERN } from '../../../kernel/money/money.js';
import { PLATFORMS, type Platform } from '../../../kernel/money/platforms.js';

/** GET /compliance/payouts */
export class DeskQueryDto {
  /** A kind of task; `open` = all of them, `done` = payouts of the desk that are settled, `mine` = those that the caller ended. */
  @ApiProperty({ required: false })
  @IsOptional()
  @IsIn(DESK_LISTS)
  state: DeskFilter = 'open';

  /** Only tasks of this platform. */
  @IsOptional()
  @IsIn(PLATFORMS)
  platform?: Platform;

  /**
   * A problem's number: its transfer, in any state. Or the beginning of a transfer's id: only a task of the desk, open
   * or done. Nothing else counts then.
   * @example "P-2D9D3F6A-1C04F2"
   */
  @IsOptional()
  @CleanText(DESK_SEARCH_MAX_LENGTH)
  q?: string;
}

/** POST /compliance/payouts/:transferId/delivered */
export class DeliveredDto {
  /** The platform's own reference of the payment. */
  @CleanText(DESK_REFERENCE_MAX_LENGTH)
  reference!: string;
}

/** POST /compliance/payouts/:transferId/failed */
export class FailedDto {
  /** Why it was not paid; the sender sees it, and everything is refunded. */
  @IsIn(PAYOUT_FAILURES)
  reason!: PayoutFailure;

  /**
   * What the platform said, word for word; the sender reads it. Empty is the same as none.
   * @example "This account cannot receive payments."
   */
  @WhenGiven()
  @CleanText(PLATFORM_MESSAGE_MAX_LENGTH, { emptyAllowed: true })
  words?: string;
}

/** POST /compliance/payouts/:transferId/refunded */
export class PaidBackDto {
  /** How its sender got the refund that the card processor refused. */
  @IsIn(REFUND_WAYS)
  way!: RefundWay;

  /** Of the check or the bank transfer; the sender reads it. */
  @CleanText(DESK_REFERENCE_MAX_LENGTH)
  reference!: string;
}

/** POST /compliance/payouts/:transferId/close */
export class CloseDto {
  /** What the difference is about. */
  @IsIn(DIFFERENCE_ABOUTS)
  about!: DifferenceAbout;

  /**
   * What the provider was found to report, as it was read.
   * @example "re_3QKa completed"
   */
  @CleanText(DIFFERENCE_FOUND_MAX_LENGTH)
  found!: string;

  /** What it was, and what has been done about it. */
  @CleanText(DIFFERENCE_REASON_MAX_LENGTH)
  reason!: string;
}

const isOf =
  (kind: DeskConfirmation, field: 'reference' | 'way' | 'answer' | 'problems' | 'loss') =>
  (confirmed: ConfirmDto): boolean =>
    confirmed.kind === kind || confirmed[field] !== undefined;
const isAgreement = ({ kind, outcome }: ConfirmDto): boolean =>
  kind === 'second_person' || outcome !== undefined;
/** Required with this outcome, and checked whenever it is given. */
const isReadWith =
  (read: PayoutOutcome, field: 'reference' | 'reason') =>
  (confirmed: ConfirmDto): boolean =>
    (confirmed.kind === 'second_person' && confirmed.outcome === read) || confirmed[field] !== undefined;

/** POST /compliance/payouts/:transferId/confirm */
export class ConfirmDto {
  /**
   * A colleague's outcome is right, or that a refund was paid back another way; a contradiction is resolved with the platform, a loss is
   * booked, a failed refund is tried again, a reported problem is answered.
   */
  @ApiProperty({ required: false })
  @WhenGiven()
  @IsIn(DESK_CONFIRMATIONS)
  kind: DeskConfirmation = 'second_person';

  /** The colleague's outcome as it was read: required for `second_person`. */
  @ApiProperty({ required: false, enum: PAYOUT_OUTCOMES })
  @ValidateIf(isAgreement)
  @IsIn(PAYOUT_OUTCOMES)
  outcome?: PayoutOutcome;

  /** The reference that was read: required with `delivered` and for `second_refund`. */
  @ApiProperty({ required: false, maxLength: DESK_REFERENCE_MAX_LENGTH })
  @ValidateIf(
    (body: ConfirmDto) =>
      isReadWith('delivered', 'reference')(body) || isOf('second_refund', 'reference')(body),
  )
  @CleanText(DESK_REFERENCE_MAX_LENGTH)
  reference?: string;

  /** The reason that was read: required with `failed`. */
  @ApiProperty({ required: false, enum: PAYOUT_FAILURES })
  @ValidateIf(isReadWith('failed', 'reason'))
  @IsIn(PAYOUT_FAILURES)
  reason?: PayoutFailure;

  /** The platform's words that were read with the reason. Empty is the same as none. */
  @WhenGiven()
  @CleanText(PLATFORM_MESSAGE_MAX_LENGTH, { emptyAllowed: true })
  words?: string;

  /** How the refund was paid back, as it was read: required for `second_refund`. */
  @ApiProperty({ required: false, enum: REFUND_WAYS })
  @ValidateIf(isOf('second_refund', 'way'))
  @IsIn(REFUND_WAYS)
  way?: RefundWay;

  /** The loss that was read, all of it: required for `lost`. */
  @ApiProperty({ required: false, pattern: TOTAL_PATTERN.source, example: '126.90' })
  @ValidateIf(isOf('lost', 'loss'))
  @Matches(TOTAL_PATTERN, { message: refusal('validation.amount') })
  loss?: string;

  /** What was done about the problems, for their sender, who also gets it by mail: required for `problem`. */
  @ApiProperty({ required: false, maxLength: PROBLEM_ANSWER_MAX_LENGTH })
  @ValidateIf(isOf('problem', 'answer'))
  @CleanText(PROBLEM_ANSWER_MAX_LENGTH)
  answer?: string;

  /** The numbers of the problems that were read: required for `problem`; one reported since stays open. */
  @ApiProperty({ required: false, type: [String], maxItems: PROBLEMS_LIMIT })
  @ValidateIf(isOf('problem', 'problems'))
  @ArrayNotEmpty()
  @ArrayMaxSize(PROBLEMS_LIMIT)
  @IsString({ each: true })
  @MaxLength(DESK_SEARCH_MAX_LENGTH, { each: true })
  problems?: string[];
}
