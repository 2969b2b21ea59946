import { applyDecorators } from '@nestjs/common';
import { isISO8601, IsISO8601, isString, Matches } from 'class-validator';
import { refusal, WhenGiven } from './validation.js';

/** An instant in UTC, in the form in which all are recorded. */
const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether a value is an instant in that form. */
export const isInstant = (value: unknown): boolean =>
  isString(value) && isISO8601(value, { strict: true }) && INSTANT_PATTERN.test(value);

/** A field with an instant in UTC, in the form in which instants are recorded. */
export function RequiredInstant(): PropertyDecorator {
  const message = refusal('validation.date');
  return applyDecorators(IsISO8601({ strict: true }, { message }), Matches(INSTANT_PATTERN, { message }));
}

/** The same, of a query: it may be omitted. */
export function IsoInstant(): PropertyDecorator {
  return applyDecorators(WhenGiven(), RequiredInstant());
}
