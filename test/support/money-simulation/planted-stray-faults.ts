import { REAL, type AnyDecider, type Parts } from './parts.js';

/** A command of a decider that decides nothing. */
const without =
  (command: string): (() => Parts) =>
  () => ({
    ...REAL,
    decider: (real: AnyDecider): AnyDecider => ({
      ...real,
      decide: (asked, state) => (asked['type'] === command ? [] : real.decide(asked, state)),
    }),
  });

/** Plausible mistakes about charges that the log has lost, each of which the simulation with such charges must find. */
export const PLANTED_STRAY: Readonly<Record<string, () => Parts>> = {
  'a stray charge does not count in its week': without('CountStray'),
  'a refunded stray charge is not released': without('ReleaseStray'),
  'what became of a stray charge at the processor is not looked up': without('RecordFate'),
  'a payout of a stray charge is not noticed': without('RecordPayout'),
  'a failed refund of a stray charge is forgotten': without('RecordFailure'),
};
