import type { SignInRequest } from '../../../kernel/people/accounts.js';
import { EmailAddress } from '../email-address.dto.js';
import { ExistingPassword } from '../passwords/new-password.js';

/** POST /auth/sign-in */
export class SignInDto implements SignInRequest {
  @EmailAddress()
  email!: string;

  @ExistingPassword()
  password!: string;
}
