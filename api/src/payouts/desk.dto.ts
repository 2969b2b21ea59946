import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { CleanText, WhenGiven } from '../http/validation.js';
import {
  DESK_CONFIRMATIONS,
  DESK_FILTERS,
  DESK_REFERENCE_MAX_LENGTH,
  DESK_SEARCH_MAX_LENGTH,
  PAYOUT_FAILURES,
  PAYOUT_OUTCOMES,
  PLATFORM_WORDS_MAX_LENGTH,
  type DeskConfirmation,
  type DeskFilter,
  type PayoutFailure,
  type PayoutOutcome,
} from '../kernel/payouts.js';
import { PLATFORMS, type Platform } from '../kernel/platforms.js';

/** GET /compliance/payouts */
export class DeskQueryDto {
  /** A kind of task; `open` = all of them, `done` = payouts of the desk that are settled. */
  @ApiProperty({ required: false })
  @IsOptional()
  @IsIn(DESK_FILTERS)
  state: DeskFilter = 'open';

  /** Only tasks of this platform. */
  @IsOptional()
  @IsIn(PLATFORMS)
  platform?: Platform;

  /**
   * A problem's number or the beginning of a transfer's id: its transfer, whatever state it is in; nothing else counts then.
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
  @CleanText(PLATFORM_WORDS_MAX_LENGTH, { emptyAllowed: true })
  words?: string;
}

/** POST /compliance/payouts/:transferId/confirm */
export class ConfirmDto {
  /**
   * A colleague's outcome is right, a contradiction is cleared up with the platform, a failed refund is tried again, a
   * reported problem is solved.
   */
  @ApiProperty({ required: false })
  @WhenGiven()
  @IsIn(DESK_CONFIRMATIONS)
  kind: DeskConfirmation = 'second_person';

  /** The colleague's outcome that was read; 409 when another one is reported by now. */
  @WhenGiven()
  @IsIn(PAYOUT_OUTCOMES)
  outcome?: PayoutOutcome;

  /** The same for its reference or reason. */
  @WhenGiven()
  @CleanText(DESK_REFERENCE_MAX_LENGTH)
  reference?: string;

  /** The same for the words of the platform, which the sender reads. */
  @WhenGiven()
  @CleanText(PLATFORM_WORDS_MAX_LENGTH, { emptyAllowed: true })
  words?: string;
}
