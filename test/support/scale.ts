const full = process.env.FLIP_TEST_SCALE === 'full';

/** Counts of heavy checks: moderate in `npm test`, full in `npm run verify`. */
export const counts = {
  limitRaceRounds: full ? 50 : 3,
  cancelRaceRounds: full ? 34 : 1,
  runnerRaceRounds: full ? 50 : 5,
  feedRuns: full ? 200 : 10,
  runnerPropertyRuns: full ? 300 : 20,
  crashCycles: full ? 100 : 3,
  twoProcessRounds: full ? 100 : 2,
  twoProcessKills: full ? 30 : 2,
  tracedSends: 100,
  signUpKills: full ? 20 : 4,
  propertyRuns: full ? 1_000_000 : 5_000,
  longStreamEvents: full ? 100_000 : 20_000,
  simulatedLives: full ? 100_000 : 2_000,
  waitingForMongo: full ? 10_000 : 500,
  modelRuns: full ? 300 : 20,
} as const;
