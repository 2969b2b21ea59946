import { CleanText } from '../../../http/contract/validation.js';
import { STANDING_REASON_MAX_LENGTH } from '../../../kernel/staff/standing.js';

/** POST /compliance/senders/:uid/pause, /resume, /suspend, /reinstate, /place-legal-hold and /lift-legal-hold */
export class StandingReasonDto {
  /** Kept with the sender for staff, who never learns of it. */
  @CleanText(STANDING_REASON_MAX_LENGTH, { lines: true })
  reason!: string;
}
