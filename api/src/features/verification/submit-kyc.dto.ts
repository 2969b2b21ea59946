import { IsBoolean } from 'class-validator';
import { CleanText, WhenGiven } from '../../http/contract/validation.js';
import { NAME_MAX_LENGTH } from '../../kernel/people/accounts.js';
import {
  FULL_NAME_MAX_LENGTH,
  type RepeatKycRequest,
  type SubmitKycRequest,
} from '../../kernel/people/verification.js';

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

/** POST /verification/name */
export class RepeatKycDto implements RepeatKycRequest {
  /** Consent to collecting and verifying data; required each time. */
  @IsBoolean()
  consent!: boolean;

  @CleanText(NAME_MAX_LENGTH)
  firstName!: string;

  @CleanText(NAME_MAX_LENGTH)
  lastName!: string;
}
