import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, ValidateBy } from 'class-validator';
import { MaxLength } from '../../http/contract/validation.js';
import { EMAIL_MAX_LENGTH } from '../../kernel/people/accounts.js';
import { isOwnEmailAddress } from '../../kernel/text/email-addresses.js';
import { pastedText } from '../../kernel/text/pasted-text.js';
import { normalEmail } from './email-address.js';

/** Validates an email address, as typed or pasted, and normalizes it to the stored form. */
export function EmailAddress(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'email', maxLength: EMAIL_MAX_LENGTH }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? normalEmail(pastedText(value)) : value,
    ),
    IsString(),
    MaxLength(EMAIL_MAX_LENGTH),
    ValidateBy({
      name: 'isEmail',
      validator: {
        validate: (value) => typeof value === 'string' && isOwnEmailAddress(value),
        defaultMessage: () => '',
      },
    }),
  );
}
