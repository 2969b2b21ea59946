import { IsBoolean } from 'class-validator';
import { CleanText, WhenGiven } from '../http/validation.js';
import { FULL_NAME_MAX_LENGTH, type SubmitKycRequest } from '../kernel/verification.js';

/** POST /verification */
export class SubmitKycDto implements SubmitKycRequest {
  /** That data is collected and verified; asked for each time. */
  @IsBoolean()
  consent!: boolean;

  /** First and last name of the account without it. */
  @WhenGiven()
  @CleanText(FULL_NAME_MAX_LENGTH)
  fullName?: string;
}
