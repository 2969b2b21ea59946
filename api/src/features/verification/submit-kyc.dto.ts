import { IsBoolean } from 'class-validator';
import { CleanText, WhenGiven } from '../../http/contract/validation.js';
import { FULL_NAME_MAX_LENGTH, type SubmitKycRequest } from '../../kernel/people/verification.js';

/** POST /verification */
export class SubmitKycDto implements SubmitKycRequest {
  /** Consent to collecting and verifying data; required each time. */
  @IsBoolean()
  consent!: boolean;

  /** Defaults to first and last name of the account. */
  @WhenGiven()
  @CleanText(FULL_NAME_MAX_LENGTH)
  fullName?: string;
}
