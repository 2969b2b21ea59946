import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsISO8601, Matches } from 'class-validator';
import { refusal, WhenGiven } from './validation.js';

/** An instant in UTC, in the form in which all are recorded. */
const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A field with an instant, in the form in which instants are recorded; one that is not `required` may be omitted. */
export function IsoInstant({ required }: { readonly required: boolean }): PropertyDecorator {
  const message = refusal('validation.date');
  return applyDecorators(
    ApiProperty({ format: 'date-time', required }),
    ...(required ? [] : [WhenGiven()]),
    IsISO8601({ strict: true }, { message }),
    Matches(INSTANT_PATTERN, { message }),
  );
}
