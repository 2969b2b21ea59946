import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { isEmail, IsString, ValidateBy } from 'class-validator';
import { MaxLength } from '../../http/validation.js';
import { EMAIL_MAX_LENGTH } from '../../kernel/accounts.js';
import { hasUnseenCharacters } from '../../kernel/texts.js';
import { normalEmail } from './email-address.js';

/** Validates an email address and normalizes it to the stored form; refuses look-alikes of other addresses. */
export function EmailAddress(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'email', maxLength: EMAIL_MAX_LENGTH }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normalEmail(value) : value)),
    IsString(),
    MaxLength(EMAIL_MAX_LENGTH),
    ValidateBy({
      name: 'isEmail',
      validator: {
        validate: (value) => typeof value === 'string' && !hasUnseenCharacters(value) && isEmail(value),
        defaultMessage: () => '',
      },
    }),
  );
}
