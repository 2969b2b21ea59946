import { applyDecorators } from '@nestjs/common';
import { IsNotEmpty } from 'class-validator';
import { CleanText, refusal } from '../../http/contract/validation.js';
import { NAME_MAX_LENGTH } from '../../kernel/people/accounts.js';

/** A first or last name, at the sign-up or to correct it. */
export function PersonName(): PropertyDecorator {
  return applyDecorators(CleanText(NAME_MAX_LENGTH), IsNotEmpty({ message: refusal('names_required') }));
}
