import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { HANDLE_MAX_LENGTH } from '../../../kernel/text/handles.js';
import { AMOUNT_PATTERN } from '../../../kernel/money/money.js';
import { PLATFORMS, type Platform } from '../../../kernel/money/platforms.js';
import {
  NOTE_MAX_LENGTH,
  RECIPIENT_MAX_LENGTH,
  type TransferDraft,
} from '../../../kernel/money/transfers.js';
import { CleanText, IsIn, MaxLength, refusal, WhenGiven } from '../../../http/contract/validation.js';
import { HandleOnPlatform } from '../../../http/contract/handle-on-platform.js';

/** POST /transfers/check */
export class TransferDraftDto implements TransferDraft {
  /** Recipient's name. @example "Maya Okafor" */
  @CleanText(RECIPIENT_MAX_LENGTH)
  recipient!: string;

  /** Receiving platform. */
  @IsIn(PLATFORMS)
  platform!: Platform;

  /** The recipient's email address, US phone number or name on the platform. */
  @HandleOnPlatform()
  @MaxLength(HANDLE_MAX_LENGTH)
  handle!: string;

  /** Dollars without fees: "20", "20.5" or "20.00". */
  @ApiProperty({ pattern: AMOUNT_PATTERN.source, example: '20.00' })
  @Matches(AMOUNT_PATTERN, { message: refusal('validation.amount') })
  amount!: string;

  /** A note to the recipient; empty is the same as none. @example "Dinner on Friday" */
  @WhenGiven()
  @CleanText(NOTE_MAX_LENGTH, { emptyAllowed: true })
  note?: string;
}
