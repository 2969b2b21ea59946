import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { WhenGiven } from '../../../http/contract/validation.js';
import { ExistingPassword } from '../passwords/new-password.js';
import { TYPED_CODE_PATTERN } from '../passwords/typed-codes.js';
import { CODE_PATTERN } from './totp.js';

/** POST /second-factor: what was mailed to a sender, or what an operator has printed for a member of staff. */
export class BeginFactorDto {
  @WhenGiven()
  @ApiProperty({ pattern: TYPED_CODE_PATTERN.source, example: 'K7QF-2M9X-P3DA' })
  @IsString()
  @Matches(TYPED_CODE_PATTERN)
  proof?: string;
}

/** POST /second-factor/confirm */
export class ConfirmFactorDto {
  /** The six digits that the authenticator app shows. */
  @ApiProperty({ pattern: CODE_PATTERN.source, example: '123456' })
  @IsString()
  @Matches(CODE_PATTERN)
  code!: string;
}

/** POST /auth/second-factor: the code, or in its place a recovery code. */
export class CodeDto {
  /** The six digits that the authenticator app shows. */
  @WhenGiven()
  @ApiProperty({ pattern: CODE_PATTERN.source, example: '123456' })
  @IsString()
  @Matches(CODE_PATTERN)
  code?: string;

  /** One of the ten codes that were shown at the enrolment. */
  @WhenGiven()
  @ApiProperty({ pattern: TYPED_CODE_PATTERN.source, example: 'K7QF-2M9X-P3DA' })
  @IsString()
  @Matches(TYPED_CODE_PATTERN)
  recoveryCode?: string;
}

/** POST /second-factor/step-up: a code; the password of an account without a second factor. */
export class StepUpDto extends CodeDto {
  @WhenGiven()
  @ExistingPassword()
  password?: string;
}
