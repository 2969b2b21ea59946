import { CleanText } from '../../../http/contract/validation.js';
import { REVOCATION_REASON_MAX_LENGTH, type RevokeRequest } from '../../../kernel/staff/identity-checks.js';

/** POST /compliance/verifications/:requestId/revoke */
export class RevokeVerificationDto implements RevokeRequest {
  /** Kept with the check and never shown to the sender. */
  @CleanText(REVOCATION_REASON_MAX_LENGTH, { lines: true })
  reason!: string;
}
