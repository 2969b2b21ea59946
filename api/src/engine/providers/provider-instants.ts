import { z } from 'zod';
import { isoInstant } from '../../config/clock.js';

/** Instants that a provider means; those beyond are beyond the stored form, or beyond a Date's range. */
const FIRST_MS = 0;
const LAST_MS = Date.parse('2999-12-31T23:59:59.999Z');
const SECOND_MS = 1_000;

const instant = z.number().min(FIRST_MS).max(LAST_MS).transform(isoInstant);

/** A provider's instant as text, in any precision and time zone, normalized to ours. */
export const instantText = z.iso.datetime({ offset: true }).transform(Date.parse).pipe(instant);

/** A provider's instant in seconds since 1970, normalized to ours. */
export const instantSeconds = z
  .int()
  .transform((seconds) => seconds * SECOND_MS)
  .pipe(instant);
