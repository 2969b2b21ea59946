import { partitionOf, simulate } from './partition-plan.mjs';

const PLAN = { processes: 2, partitions: 16, perSecond: Infinity, parallel: 96, callMs: 500 };
/** Calls take their mean time, and all processes renew and look at the same times. */
const even = () => 0.5;
const everyPartition = (atMs: number) => Array.from({ length: 16 }, (_, partition) => ({ atMs, partition }));
const waitsOf = (calls: ReturnType<typeof simulate>) =>
  calls.map(({ readyMs, beganMs }) => beganMs - readyMs);

describe('the simulated plan of partitions', () => {
  it('gives a transfer the partition of its CRC-32', () => {
    // The check value of CRC-32 is 0xcbf43926.
    expect([16, 256].map((partitions) => partitionOf('123456789', partitions))).toEqual([0x6, 0x26]);
  });

  it('begins no more calls a second than the provider allows, and those that are ready first before others', () => {
    const transfers = [0, 0, 0].map(() => ({ atMs: 20_000, partition: 7 }));
    const calls = simulate({ ...PLAN, processes: 1, perSecond: 2 }, transfers, even);
    expect(calls.map(({ beganMs }) => beganMs - 20_000)).toEqual([0, 500, 1_000, 1_500, 2_000, 2_500]);
    expect(waitsOf(calls)).toEqual([0, 500, 1_000, 1_000, 1_000, 1_000]);
  });

  it('divides the bound of calls at a time among the processes', () => {
    const waits = waitsOf(simulate({ ...PLAN, parallel: 8 }, everyPartition(20_000), even));
    // Each of two has four slots for eight first calls of half a second, then for their second ones.
    expect(waits.toSorted((one, other) => one - other)).toEqual([
      ...Array<number>(8).fill(0),
      ...Array<number>(24).fill(500),
    ]);
  });

  it('waits for a killed process no longer than its lease, a renewal and a look, and repeats its calls', () => {
    const transfers = [...everyPartition(20_000), ...everyPartition(20_300)];
    const calls = simulate({ ...PLAN, killAtMs: 20_200 }, transfers, even);
    expect(calls).toHaveLength(64);
    const late = waitsOf(calls).filter((waitMs) => waitMs > 0);
    expect(late).toHaveLength(16);
    expect(Math.min(...late)).toBeGreaterThan(5_000 - 1_700);
    expect(Math.max(...late)).toBeLessThan(5_000 + 1_700 + 1_100);
  });

  it('gives a process that comes its fair share', () => {
    const calls = simulate({ ...PLAN, joinAtMs: 20_000 }, everyPartition(40_000), even);
    const counts = [0, 1, 2].map((name) => calls.filter(({ process }) => process === name).length / 2);
    expect(counts).toEqual([6, 5, 5]);
  });
});
