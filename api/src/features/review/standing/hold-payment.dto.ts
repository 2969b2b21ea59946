import { IsString, Matches } from 'class-validator';
import { CleanText } from '../../../http/contract/validation.js';
import { HOLD_NOTE_MAX_LENGTH, type HoldRequest } from '../../../kernel/staff/compliance.js';
import { UUID_PATTERN } from '../../../kernel/uuid.js';

/** POST /compliance/cases/:id/hold and /release */
export class HoldPaymentDto implements HoldRequest {
  /** One of the case's accepted transfers. */
  @IsString()
  @Matches(UUID_PATTERN)
  transferId!: string;

  /** The lead's reason; kept with the transfer and never shown to the sender. */
  @CleanText(HOLD_NOTE_MAX_LENGTH, { lines: true })
  note!: string;
}
