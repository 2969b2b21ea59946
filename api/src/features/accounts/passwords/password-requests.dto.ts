import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { EmailAddress } from '../email-address.dto.js';
import { ExistingPassword, NewPassword } from './new-password.js';
import { TOKEN_PATTERN } from './one-time-tokens.js';

/** POST /auth/forgot */
export class ForgotDto {
  @EmailAddress()
  email!: string;
}

/** POST /auth/confirm and /auth/reset/check */
export class TokenDto {
  /** The token in the mailed link. */
  @ApiProperty({ pattern: TOKEN_PATTERN.source })
  @IsString()
  @Matches(TOKEN_PATTERN)
  token!: string;
}

/** POST /auth/reset */
export class ResetDto extends TokenDto {
  @NewPassword()
  password!: string;
}

/** POST /auth/password */
export class ChangePasswordDto {
  @ExistingPassword()
  current!: string;

  @NewPassword()
  password!: string;
}
