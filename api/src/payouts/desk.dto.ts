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
  type DeskOperator,
  type DeskProblem,
  type DeskTask,
  type DeskTaskKind,
  type DeskTasks,
  type PayoutFailure,
  type PayoutOutcome,
  type RevealedPayout,
} from '../kernel/payouts.js';
import { PLATFORMS, type Platform } from '../kernel/platforms.js';

/** GET /compliance/payouts */
export class DeskQueryDto {
  /** A kind of task; `open` = all of them, `done` = payouts of the desk that are settled. */
  @ApiProperty({ type: String, enum: DESK_FILTERS, required: false, default: 'open' })
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
  @ApiProperty({ type: String, enum: DESK_CONFIRMATIONS, required: false, default: 'second_person' })
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

class DeskOperatorDto implements DeskOperator {
  /** The uid, or the name of the simulated desk. @example "simulator" */
  id!: string;
  name!: string;
}

class ProposalDto {
  outcome!: PayoutOutcome;

  /** The platform's reference, or the reason of a failure. */
  reference!: string;

  /** What the platform said about a failure; may be empty. */
  words!: string;

  operator!: DeskOperatorDto;
}

class DeskProblemDto implements DeskProblem {
  /** The number that the sender was given. */
  number!: string;
  text!: string;
}

class DeskTaskDto implements DeskTask {
  transferId!: string;

  kind!: DeskTaskKind | 'done';

  route!: 'paypal' | 'desk';

  platform!: Platform;

  /** Masked. */
  recipient!: string;

  /** Masked. */
  handle!: string;

  /** What the recipient gets. @example "20.00" */
  amount!: string;

  /** Since when somebody is waited for; of a task that is done, when it was done. */
  @ApiProperty({ format: 'date-time' })
  since!: string;

  needsSecondPerson!: boolean;

  /** Who claimed the payout. */
  operator!: DeskOperatorDto | null;

  submittedAt!: string | null;

  /** The outcome that waits for a second person. */
  proposal!: ProposalDto | null;

  /** What senders wrote, newest first. */
  problems!: DeskProblemDto[];
}

/** Tasks of the payout desk. */
export class DeskTasksDto implements DeskTasks {
  items!: DeskTaskDto[];

  /** There are more than are listed. */
  isCut!: boolean;

  /** Sum of what the listed tasks' recipients get. @example "2053.00" */
  total!: string;

  /** Above it an outcome needs a second person. @example "500.00" */
  secondPersonOver!: string;
}

/** Who gets a payout. */
export class RevealedPayoutDto implements RevealedPayout {
  recipient!: string;
  handle!: string;
  note!: string;
}
