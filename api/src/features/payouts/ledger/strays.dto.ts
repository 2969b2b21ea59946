import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { CleanText, refusal } from '../../../http/contract/validation.js';
import { TOTAL_PATTERN } from '../../../kernel/money/money.js';
import { DIFFERENCE_REASON_MAX_LENGTH } from '../../../kernel/money/payouts.js';

/** POST /compliance/strays/:paymentRef/refund */
export class RefundStrayDto {
  /** Why it is known that the charge was not paid out. */
  @CleanText(DIFFERENCE_REASON_MAX_LENGTH)
  reason!: string;
}

/** POST /compliance/strays/:paymentRef/confirm: the colleague's refund as it was read. */
export class ConfirmStrayDto {
  /** The refundable amount that was read. */
  @ApiProperty({ pattern: TOTAL_PATTERN.source, example: '126.90' })
  @Matches(TOTAL_PATTERN, { message: refusal('validation.amount') })
  amount!: string;

  /** The reason that was read; a refund that was asked for without one has an empty one. */
  @CleanText(DIFFERENCE_REASON_MAX_LENGTH, { emptyAllowed: true })
  reason!: string;
}

/** POST /compliance/strays/:paymentRef/close */
export class CloseStrayDto {
  /** What has been done about it. */
  @CleanText(DIFFERENCE_REASON_MAX_LENGTH)
  reason!: string;
}
