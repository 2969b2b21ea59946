import { applyDecorators } from '@nestjs/common';
import { IsISO8601, Matches } from 'class-validator';
import { refusal, WhenGiven } from './validation.js';

/** An instant in UTC, in the form in which all are recorded. */
const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A field of a query with an instant, in the form in which instants are recorded; it may be omitted. */
export function IsoInstant(): PropertyDecorator {
  const message = refusal('validation.date');
  return applyDecorators(
    WhenGiven(),
    IsISO8601({ strict: true }, { message }),
    Matches(INSTANT_PATTERN, { message }),
  );
}
