const full = process.env.FLIP_TEST_SCALE === 'full';

/** Counts of heavy checks: moderate in `npm test`, full in `npm run verify`. */
export const counts = {
  limitRaceRounds: full ? 50 : 2,
  // A snapshot and more than one page of the log.
  movedSends: full ? 120 : 80,
  sendsUnderKills: full ? 10 : 6,
  cancelRaceRounds: full ? 34 : 1,
  runnerRaceRounds: full ? 50 : 5,
  feedRuns: full ? 200 : 10,
  runnerPropertyRuns: full ? 300 : 20,
  crashCycles: full ? 100 : 2,
  twoProcessRounds: full ? 100 : 1,
  twoProcessKills: full ? 30 : 2,
  tracedSends: full ? 100 : 40,
  signUpKills: full ? 20 : 4,
  propertyRuns: full ? 1_000_000 : 5_000,
  longStreamEvents: full ? 100_000 : 20_000,
  simulatedLives: full ? 100_000 : 1_000,
  waitingForMongo: full ? 10_000 : 500,
  modelRuns: full ? 300 : 12,
} as const;
