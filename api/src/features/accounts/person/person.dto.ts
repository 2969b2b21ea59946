import { IsIn } from '../../../http/contract/validation.js';
import { type PersonName as Name, EMAIL_ENDS, type EmailEnd } from '../../../kernel/people/accounts.js';
import { EmailAddress } from '../email-address.dto.js';
import { PersonName } from '../person-name.dto.js';
import { NewPassword } from '../passwords/new-password.js';
import { TokenDto } from '../passwords/password-requests.dto.js';

/** POST /me/name */
export class ChangeNameDto implements Name {
  @PersonName()
  firstName!: string;

  @PersonName()
  lastName!: string;
}

/** POST /me/email */
export class ChangeEmailDto {
  @EmailAddress()
  email!: string;
}

/** POST /auth/email/confirm */
export class ConfirmEmailChangeDto extends TokenDto {
  /** Which of both addresses the link was mailed to. */
  @IsIn(EMAIL_ENDS)
  end!: EmailEnd;
}

/** POST /auth/email/undo */
export class UndoEmailDto extends TokenDto {
  @NewPassword()
  password!: string;
}
