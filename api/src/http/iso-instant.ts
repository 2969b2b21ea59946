import { applyDecorators } from '@nestjs/common';
import { IsISO8601, Matches } from 'class-validator';
import { refusal, WhenGiven } from './validation.js';

/** An instant in UTC, in the form in which all are recorded. */
const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A field with an instant in UTC, in the form in which instants are recorded. */
export function RequiredInstant(): PropertyDecorator {
  const message = refusal('validation.date');
  return applyDecorators(IsISO8601({ strict: true }, { message }), Matches(INSTANT_PATTERN, { message }));
}

/** The same, of a query: it may be omitted. */
export function IsoInstant(): PropertyDecorator {
  return applyDecorators(WhenGiven(), RequiredInstant());
}
