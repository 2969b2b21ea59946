const full = process.env.FLIP_TEST_SCALE === 'full';

/** Counts of heavy checks: moderate in `npm test` and `npm run test:faults`, full in `npm run verify`. */
export const counts = {
  limitRaceRounds: full ? 50 : 2,
  // A snapshot and more than one page of the log.
  movedSends: full ? 120 : 80,
  sendsUnderKills: full ? 10 : 4,
  cardRaceRounds: full ? 50 : 3,
  cancelRaceRounds: full ? 34 : 1,
  runnerRaceRounds: full ? 50 : 2,
  feedRuns: full ? 200 : 10,
  runnerPropertyRuns: full ? 300 : 20,
  paidKills: full ? 300 : 2,
  powerLossImages: full ? 300 : 3,
  damages: full ? 300 : 4,
  fuzzedRequests: full ? 50_000 : 800,
  soakMs: full ? 3_600_000 : 3_000,
  crashCycles: full ? 100 : 2,
  twoProcessRounds: full ? 100 : 1,
  twoProcessKills: full ? 30 : 2,
  tracedSends: full ? 100 : 10,
  signUpKills: full ? 20 : 4,
  ruleParityRuns: full ? 50_000 : 150,
  propertyRuns: full ? 1_000_000 : 300,
  longStreamEvents: full ? 100_000 : 20_000,
  simulatedLives: full ? 100_000 : 2_000,
  simulatedStrays: full ? 20_000 : 500,
  waitingForMongo: full ? 10_000 : 500,
  leaseSchedules: full ? 2_000 : 25,
  modelRuns: full ? 300 : 12,
  embeddedViewRuns: full ? 500 : 15,
  mongoViewRuns: full ? 200 : 5,
  keptMoments: full ? 60 : 6,
} as const;

/** Prints a figure of a full run, for the documents. */
export function reportFigure(line: string): void {
  if (full) process.stdout.write(`${line}\n`);
}
