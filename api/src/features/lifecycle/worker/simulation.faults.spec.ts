import { Logger } from '@nestjs/common';
import { PLANTED } from '../../../../../test/support/money-simulation/planted-faults.js';
import { PLANTED_STRAY } from '../../../../../test/support/money-simulation/planted-stray-faults.js';
import { PLANTED_LATE } from '../../../../../test/support/money-simulation/planted-late-faults.js';
import { shrunk, simulate, type Found } from '../../../../../test/support/money-simulation/simulate.js';
import { counts } from '../../../../../test/support/scale.js';

/** Number of seeds within which a planted fault must be found. */
const FOUND_WITHIN = 2_000;
/** First seed of the search for faults that few seeds show: a seed that has found the fault. */
const FIRST_SEED_OF: Readonly<Record<string, number>> = {
  'two payments are cancelled under one key': 123,
  'a timeout is treated as a failure': 105,
  'a lost dispute is forgotten': 230,
  'a dispute is known by its webhook alone': 140,
  'a payout is recalled with every dispute': 230,
  'a charge does not wait for the rules': 191,
  'a payout without an answer is asked for again while its charge is disputed': 796,
};
const FIRST_SEED = Number(process.env['FLIP_SEED'] ?? 1);

beforeAll(() => {
  Logger.overrideLogger(false);
});
afterAll(() => {
  Logger.overrideLogger(['log', 'error', 'warn']);
});

/** A failing seed with its readable history: time, actor, action and result in each line. */
const failure = (seed: number, { violation, lines }: Found): Error =>
  new Error(`seed ${seed}: ${violation}\n\n${lines.join('\n')}\n\nAgain: FLIP_SEED=${seed}`);

it('every rule holds and every charge is settled when calls and webhooks are lost, late, repeated or interrupted (ASVS 2.3.1, 2.3.3)', async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + counts.simulatedLives; seed += 1) {
    const found = await simulate(seed);
    if (found) throw failure(seed, await shrunk(seed, found.violation));
  }
});

it.each(Object.entries({ ...PLANTED, ...PLANTED_LATE }))('finds that %s', async (fault, parts) => {
  const first = FIRST_SEED_OF[fault] ?? 1;
  for (let tried = 0; tried < FOUND_WITHIN; tried += 1)
    if (await simulate(1 + ((first - 1 + tried) % FOUND_WITHIN), parts)) return;
  throw new Error(`not within ${FOUND_WITHIN} seeds`);
});

describe('with charges that the log has lost', () => {
  it('the books close to the cent, none stays stuck, and each counts in its week until it is refunded', async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + counts.simulatedStrays; seed += 1) {
      const found = await simulate(seed, undefined, true);
      if (found) throw failure(seed, await shrunk(seed, found.violation, undefined, true));
    }
  });

  it.each(Object.entries(PLANTED_STRAY))('finds that %s', async (_, parts) => {
    for (let seed = 1; seed <= FOUND_WITHIN; seed += 1) if (await simulate(seed, parts, true)) return;
    throw new Error(`not within ${FOUND_WITHIN} seeds`);
  });
});

it('shrinks a failing seed to a short history, the same each time', async () => {
  const parts = PLANTED['an unknown payout is refunded'] ?? undefined;
  let seed = 1;
  let found = await simulate(seed, parts);
  while (!found) found = await simulate((seed += 1), parts);
  const history = await shrunk(seed, found.violation, parts);
  expect(history.lines.length).toBeLessThan(40);
  expect(history.lines.at(-1)).toMatch(
    /^\d\d-\d\d \d\d:\d\d:\d\d {2}VIOLATED +RefundInitiated .*may be paid out/,
  );
  expect(await shrunk(seed, found.violation, parts)).toEqual(history);
});
