import { InMemoryRecords, openInMemoryVault } from '../../../../../test/support/in-memory-vault.js';
import {
  LeasedProcesses,
  PARTITIONS,
  ROUGH,
  type Change,
} from '../../../../../test/support/leased-processes.js';
import { counts } from '../../../../../test/support/scale.js';
import { Seeded } from '../../../../../test/support/seeded.js';
import { isHeld, Lease, LEASE_MS } from './lease.js';

const CHANGES = 12;
const CALM: readonly Change[] = ['join', 'join', 'leave', 'kill', 'set clock'];

/** The time that passed, by no clock. */
let elapsedMs: () => number;
let readings: jest.SpiedFunction<typeof performance.now>;

beforeEach(() => {
  readings = jest.spyOn(performance, 'now').mockImplementation(() => elapsedMs());
});
afterEach(() => {
  jest.restoreAllMocks();
});

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

function open() {
  let passedMs = 0;
  elapsedMs = () => passedMs;
  const vault = openInMemoryVault(new InMemoryRecords());
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const busy = new Set<number>();
  const lease = (isBusy: (partition: number) => boolean = () => false) =>
    new Lease({ name: 'work', vault, clock, partitions: PARTITIONS, isBusy });
  const pass = (ms: number) => (passedMs += ms);
  return {
    vault,
    clock,
    pass,
    busy,
    lease,
    held: (one: Lease) => numbers(PARTITIONS).filter((n) => one.holds(n)),
  };
}

describe('the partitions of a lease', () => {
  it('are all held by a process that is alone, from its first renewal on', async () => {
    const { lease, held } = open();
    const one = lease();
    expect(await one.take()).toBe(true);
    expect([held(one).length, one.members]).toEqual([PARTITIONS, 1]);
  });

  it('are shared evenly by three processes', async () => {
    const { lease, held } = open();
    const all = [lease(), lease(), lease()];
    for (let round = 0; round < 3; round += 1) for (const one of all) await one.take();
    expect(all.map((one) => held(one).length)).toEqual([6, 5, 5]);
    expect(all.flatMap(held).toSorted((one, other) => one - other)).toEqual(numbers(PARTITIONS));
    expect(all.map(({ members }) => members)).toEqual([3, 3, 3]);
  });

  it('are one for each of the first processes when there are more processes, and all are counted', async () => {
    const { lease, held } = open();
    const all = Array.from({ length: PARTITIONS + 1 }, () => lease());
    for (let round = 0; round < 3; round += 1) for (const one of all) await one.take();
    expect(all.map((one) => held(one).length)).toEqual([...Array<number>(PARTITIONS).fill(1), 0]);
    expect(all.at(-1)?.members).toBe(PARTITIONS + 1);
  });

  it('are given up only when the work on them has ended, and nothing begins on them before', async () => {
    const { lease, held, busy } = open();
    const one = lease((partition) => busy.has(partition));
    const other = lease();
    await one.take();
    await other.take();
    for (const partition of numbers(PARTITIONS)) busy.add(partition);
    await one.take();
    await other.take();
    expect([held(one).length, held(other).length]).toEqual([PARTITIONS / 2, 0]);
    busy.clear();
    await one.take();
    await other.take();
    expect([held(one).length, held(other).length]).toEqual([PARTITIONS / 2, PARTITIONS / 2]);
  });

  it('of a killed process are taken when it has not renewed them for the length of the lease', async () => {
    const { lease, held, pass } = open();
    const [one, other] = [lease(), lease()];
    await one.take();
    await other.take();
    await one.take();
    await other.take();
    pass(LEASE_MS - 1);
    await other.take();
    expect(held(other)).toHaveLength(PARTITIONS / 2);
    pass(other.renewInMs);
    await other.take();
    expect([held(other).length, other.members]).toEqual([PARTITIONS, 1]);
  });

  it('of a process that stops are free at once', async () => {
    const { vault, clock, lease, held } = open();
    const [one, other] = [lease(), lease()];
    await one.take();
    await one.release();
    expect([held(one), await isHeld(vault, 'work', clock.nowMs)]).toEqual([[], false]);
    await other.take();
    expect(held(other)).toHaveLength(PARTITIONS);
  });

  it('stay with their process when clocks are set', async () => {
    const { clock, lease, held } = open();
    const [one, other] = [lease(), lease()];
    await one.take();
    for (const setBackMs of [3_600_000, -7_200_000]) {
      clock.nowMs -= setBackMs;
      await other.take();
      expect([held(one).length, held(other).length]).toEqual([PARTITIONS, 0]);
    }
  });

  it('are no longer held by a process that stood still for the length of the lease, which joins again', async () => {
    const { lease, held, pass } = open();
    const [one, other] = [lease(), lease()];
    await one.take();
    await other.take();
    pass(LEASE_MS);
    expect(held(one)).toEqual([]);
    await other.take();
    await one.take();
    expect([held(one), held(other).length]).toEqual([[], PARTITIONS]);
    await other.take();
    await one.take();
    expect([held(one).length, held(other).length]).toEqual([PARTITIONS / 2, PARTITIONS / 2]);
  });

  it('are renewed although another process has written in the meantime', async () => {
    const { vault, clock, lease, held } = open();
    const other = lease();
    let isOvertaken = true;
    const overtaken = Object.assign(Object.create(vault) as typeof vault, {
      put: async (...record: Parameters<typeof vault.put>) => {
        if (isOvertaken) {
          isOvertaken = false;
          await other.take();
        }
        return vault.put(...record);
      },
    });
    const one = new Lease({ name: 'work', vault: overtaken, clock, partitions: PARTITIONS });
    expect(await one.take()).toBe(true);
    expect([held(one).length, held(other).length]).toEqual([0, PARTITIONS]);
  });

  it('are taken from a process of an earlier version, which held them all, when it stops renewing', async () => {
    const { vault, clock, lease, held, pass } = open();
    const value = { holder: 'an earlier version', untilMs: clock.nowMs + LEASE_MS };
    await vault.put('lease', 'work', { owner: 'work', value }, null);
    const one = lease();
    await one.take();
    expect(held(one)).toEqual([]);
    pass(LEASE_MS);
    await one.take();
    expect(held(one)).toHaveLength(PARTITIONS);
  });
});

describe.each([
  ['come, go and are killed', CALM],
  ['also stand still and lose the vault', [...CALM, ...ROUGH]],
] as const)('whenever processes %s', (_, changes) => {
  it('no partition has two holders, and two leases later all are held and shared evenly', async () => {
    for (let seed = 1; seed <= counts.leaseSchedules; seed += 1) {
      // Jest keeps every call.
      readings.mockClear();
      const random = new Seeded(seed);
      const world = new LeasedProcesses(random);
      elapsedMs = () => world.nowMs;
      world.change('join');
      for (let left = CHANGES; left > 0; left -= 1) {
        await world.pass(random.below(2 * LEASE_MS));
        world.change(random.pick(changes));
      }
      world.change('join');
      world.calm();
      await world.pass(2 * LEASE_MS);
      const shares = world.shares.toSorted((one, other) => one - other);
      const fair = [
        shares.length,
        shares.reduce((sum, share) => sum + share, 0),
        (shares.at(-1) ?? 0) - (shares[0] ?? 0) <= 1,
      ];
      expect({ seed, violations: world.violations, fair }).toEqual({
        seed,
        violations: [],
        fair: [shares.length, PARTITIONS, true],
      });
    }
  });
});
