import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { refusal, RuledText } from '../../../http/contract/validation.js';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../../kernel/people/accounts.js';
import { normalText } from '../../../kernel/text/normal-text.js';
import { codePointsOf } from '../../../kernel/text/texts.js';

/** A new password: 9 to 128 characters of any kind (decision 30). Its strength is checked later. */
export function NewPassword(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'password', minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH }),
    password(PASSWORD_MIN_LENGTH),
  );
}

/** A current password: any text that could be one. */
export function ExistingPassword(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'password', minLength: 1, maxLength: PASSWORD_MAX_LENGTH }),
    password(1),
  );
}

/**
 * Normalizes a password before anything looks at it: the same characters typed on different keyboards match, and its
 * length and strength are those of the text that is hashed.
 */
function password(minLength: number): PropertyDecorator {
  const code = minLength > 1 ? 'password-does-not-meet-requirements' : 'validation.invalid';
  return RuledText((typed) => {
    const value = normalText(typed, 'NFKC');
    return isWithin(value, minLength) ? { ok: true, value } : { ok: false, refusal: refusal(code) };
  });
}

function isWithin(value: string, minLength: number): boolean {
  const length = codePointsOf(value);
  return length >= minLength && length <= PASSWORD_MAX_LENGTH;
}
