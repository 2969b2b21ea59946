import type { Config } from '../../config/config.js';
import { InMemoryRecords, openInMemoryVault } from '../../../../test/support/in-memory-vault.js';
import { AttemptLimiter } from './attempt-limiter.js';

const EVERY_MS = 60_000;
const budget = { name: 'test', burst: 3, everyMs: EVERY_MS };

describe('an attempt budget', () => {
  const clock = { ms: Date.UTC(2026, 0, 1), now: () => clock.ms };
  const open = (RATE_LIMIT: 'on' | 'off' = 'on') =>
    new AttemptLimiter(openInMemoryVault(new InMemoryRecords()), clock, { RATE_LIMIT } as Config);

  const used = async (limiter: AttemptLimiter) => {
    for (let count = 0; count < budget.burst; count += 1)
      expect(await limiter.tryTake(budget, 'ana')).toBe(0);
  };

  it('allows a burst, then one attempt per interval (ASVS 2.4.1, 6.1.1)', async () => {
    const limiter = open();
    await used(limiter);
    expect(await limiter.tryTake(budget, 'ana')).toBe(EVERY_MS);
    expect(await limiter.tryTake(budget, 'ben')).toBe(0);
    clock.ms += EVERY_MS;
    expect(await limiter.tryTake(budget, 'ana')).toBe(0);
    expect(await limiter.tryTake(budget, 'ana')).toBe(EVERY_MS);
  });

  it('counts simultaneous attempts', async () => {
    const limiter = open();
    const waits = await Promise.all(Array.from({ length: 5 }, () => limiter.tryTake(budget, 'ana')));
    expect(waits).toEqual([0, 0, 0, EVERY_MS, EVERY_MS]);
  });

  it('allows a returned attempt again', async () => {
    const limiter = open();
    await used(limiter);
    await limiter.returnAttempt(budget, 'ana');
    expect(await limiter.tryTake(budget, 'ana')).toBe(0);
    expect(await limiter.tryTake(budget, 'ana')).toBe(EVERY_MS);
  });

  it('is full again once forgotten', async () => {
    const limiter = open();
    await used(limiter);
    await limiter.forget(budget, 'ana');
    await used(limiter);
  });

  it('does not exist without rate limits', async () => {
    const limiter = open('off');
    await used(limiter);
    await used(limiter);
  });
});
