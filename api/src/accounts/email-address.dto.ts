import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsString, MaxLength } from 'class-validator';
import { EMAIL_MAX_LENGTH } from '../kernel/accounts.js';
import { normalEmail } from './email-address.js';

/** An e-mail address of a request, in the form in which accounts are kept. */
export function EmailAddress(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'email', maxLength: EMAIL_MAX_LENGTH }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normalEmail(value) : value)),
    IsString(),
    MaxLength(EMAIL_MAX_LENGTH),
    IsEmail(),
  );
}
