import { ApiProperty } from '@nestjs/swagger';
import { Equals, IsBoolean, IsNotEmpty } from 'class-validator';
import { CleanText, IsIn, refusal, WhenGiven } from '../../../http/contract/validation.js';
import {
  type Locale,
  LOCALES,
  NAME_MAX_LENGTH,
  type SignUpRequest,
} from '../../../kernel/people/accounts.js';
import { EmailAddress } from '../email-address.dto.js';
import { NewPassword } from '../passwords/new-password.js';

const namesRequired = { message: refusal('names_required') };

/** POST /auth/sign-up */
export class SignUpDto implements SignUpRequest {
  @CleanText(NAME_MAX_LENGTH)
  @IsNotEmpty(namesRequired)
  firstName!: string;

  @CleanText(NAME_MAX_LENGTH)
  @IsNotEmpty(namesRequired)
  lastName!: string;

  @EmailAddress()
  email!: string;

  @NewPassword()
  password!: string;

  /** Acceptance of the current terms, which include the minimum age. */
  @ApiProperty({ type: Boolean, enum: [true] })
  @IsBoolean()
  @Equals(true, { message: refusal('accept_terms_error') })
  acceptTerms!: boolean;

  /** Language of mail; defaults to English. */
  @WhenGiven()
  @IsIn(LOCALES)
  locale?: Locale;
}
