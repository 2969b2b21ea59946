import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { FileClock, isoInstant } from './clock.js';

it('formats each instant correctly, whichever was formatted before', () => {
  // Few different instants, so that many come twice in a row.
  const instants = fc.array(fc.integer({ min: 0, max: 3 }).map((step) => 1_790_000_000_000 + step));
  fc.assert(
    fc.property(instants, (all) => {
      for (const ms of all) expect(isoInstant(ms)).toBe(new Date(ms).toISOString());
    }),
  );
});

describe('a clock in a file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'flip-clock-'));
    file = join(folder, 'clock');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('shows the instant in the file, and the last one while the file is written or missing', () => {
    writeFileSync(file, '2026-11-20T12:00:00.000Z\n');
    const clock = new FileClock(file);
    expect(clock.now()).toBe(Date.UTC(2026, 10, 20, 12));
    writeFileSync(file, '2026-11-21T12:00:00.000Z');
    expect(clock.now()).toBe(Date.UTC(2026, 10, 21, 12));
    writeFileSync(file, '');
    expect(clock.now()).toBe(Date.UTC(2026, 10, 21, 12));
    rmSync(file);
    expect(clock.now()).toBe(Date.UTC(2026, 10, 21, 12));
  });

  it.each([
    ['a missing file', 'missing'],
    ['a folder', '.'],
  ])('does not start from %s', (_, name) => {
    const path = join(folder, name);
    expect(() => new FileClock(path)).toThrow(`FLIP_TEST_CLOCK: ${path} contains no ISO instant`);
  });
});
