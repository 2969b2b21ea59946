import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finishedFor, noteFinished, rowsOf } from './full-counts.mjs';

describe('what npm run verify has finished', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flip-finished-'));
  const file = join(folder, 'cache', 'verify.jsonl');
  const POWER_LOSS = 'test/faults/power-loss.spec.ts';
  const ended = (suite: string, failed = 0) =>
    noteFinished(file, 'abc1234', { suite, passed: 3, failed, wallMs: 61_400, processorMs: 20_000 });
  const lines: string[] = [];
  const finished = (sources: string) => finishedFor(sources, file, (line) => void lines.push(line));

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is the newest result of each suite, also after a run was killed while it wrote', () => {
    ended(POWER_LOSS, 1);
    ended(POWER_LOSS);
    ended('formatting');
    appendFileSync(file, '{"sources":"abc1234","suite":"test/faults/so');
    ended('lockfile');
    expect([...finished('abc1234').values()].map(({ suite, failed }) => [suite, failed])).toEqual([
      [POWER_LOSS, 0],
      ['formatting', 0],
      ['lockfile', 0],
    ]);
    expect(lines).toEqual([]);
  });

  it('is a table with the counts of each suite that has some', () => {
    const [row = '', others = '', ...more] = rowsOf(finished('abc1234'));
    expect(row).toMatch(
      /^\| test\/faults\/power-loss\.spec\.ts \| powerLossImages 300 \| abc1234 \| \d{4}-\d\d-\d\d \| 61 s \| 3 passed, 0 failed \|$/,
    );
    expect(others).toMatch(/^\| 2 others \| {2}\| abc1234 /);
    expect(more).toEqual([]);
  });

  it('is forgotten, with a word about it, once the sources are others', () => {
    expect(finished('def5678').size).toBe(0);
    expect(lines).toEqual([
      'the sources are no longer those of abc1234, but def5678: 3 results are forgotten',
    ]);
    expect(finished('abc1234').size).toBe(0);
  });
});
