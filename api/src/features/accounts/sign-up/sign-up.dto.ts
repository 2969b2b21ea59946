import { ApiProperty } from '@nestjs/swagger';
import { Equals, IsBoolean } from 'class-validator';
import { IsIn, refusal, WhenGiven } from '../../../http/contract/validation.js';
import { type Locale, LOCALES, type SignUpRequest } from '../../../kernel/people/accounts.js';
import { EmailAddress } from '../email-address.dto.js';
import { PersonName } from '../person-name.dto.js';
import { NewPassword } from '../passwords/new-password.js';

/** POST /auth/sign-up */
export class SignUpDto implements SignUpRequest {
  @PersonName()
  firstName!: string;

  @PersonName()
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
