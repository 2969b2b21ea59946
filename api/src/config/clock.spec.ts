import fc from 'fast-check';
import { isoInstant } from './clock.js';

it('formats each instant correctly, whichever was formatted before', () => {
  // Few different instants, so that many come twice in a row.
  const instants = fc.array(fc.integer({ min: 0, max: 3 }).map((step) => 1_790_000_000_000 + step));
  fc.assert(
    fc.property(instants, (all) => {
      for (const ms of all) expect(isoInstant(ms)).toBe(new Date(ms).toISOString());
    }),
  );
});
