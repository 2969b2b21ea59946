import { IsNotEmpty } from 'class-validator';
import { CleanText, IsIn, refusal } from '../../../http/contract/validation.js';
import {
  type ChangeNameRequest,
  EMAIL_ENDS,
  type EmailEnd,
  NAME_MAX_LENGTH,
} from '../../../kernel/people/accounts.js';
import { EmailAddress } from '../email-address.dto.js';
import { NewPassword } from '../passwords/new-password.js';
import { TokenDto } from '../passwords/password-requests.dto.js';

const namesRequired = { message: refusal('names_required') };

/** POST /me/name */
export class ChangeNameDto implements ChangeNameRequest {
  @CleanText(NAME_MAX_LENGTH)
  @IsNotEmpty(namesRequired)
  firstName!: string;

  @CleanText(NAME_MAX_LENGTH)
  @IsNotEmpty(namesRequired)
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
