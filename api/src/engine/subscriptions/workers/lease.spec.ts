import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import { isHeld, Lease, LEASE_MS } from './lease.js';

const open = () => {
  const vault = openInMemoryVault(new InMemoryRecords());
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  /** The time that passed, by no clock. */
  const elapsed = { ms: 0 };
  jest.spyOn(performance, 'now').mockImplementation(() => elapsed.ms);
  const lease = () => new Lease({ name: 'work', vault, clock });
  return { vault, clock, elapsed, one: lease(), other: lease() };
};
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a lease', () => {
  it('is held by one process at a time, which can renew it', async () => {
    const { one, other } = open();
    expect([await one.take(), await other.take(), await one.take()]).toEqual([true, false, true]);
  });

  it('is released by its holder only', async () => {
    const { vault, clock, one, other } = open();
    await one.take();
    await other.release();
    expect(await isHeld(vault, 'work', clock.nowMs)).toBe(true);
    expect(await other.take()).toBe(false);
    await one.release();
    expect(await other.take()).toBe(true);
  });

  it('ends when its time has come by the clock', async () => {
    const { clock, one, other } = open();
    await one.take();
    clock.nowMs += LEASE_MS - 1;
    expect(await other.take()).toBe(false);
    clock.nowMs += 1;
    expect(await other.take()).toBe(true);
  });

  it('ends when it was not renewed for its length, whatever the clock says', async () => {
    const { elapsed, one, other } = open();
    await one.take();
    expect(await other.take()).toBe(false);
    elapsed.ms = LEASE_MS - 1;
    expect(await other.take()).toBe(false);
    elapsed.ms = LEASE_MS;
    expect(await other.take()).toBe(true);
  });

  it('lasts as long as it is renewed', async () => {
    const { elapsed, one, other } = open();
    for (let ms = 0; ms <= 3 * LEASE_MS; ms += LEASE_MS / 2) {
      elapsed.ms = ms;
      expect([await one.take(), await other.take()]).toEqual([true, false]);
    }
  });
});
