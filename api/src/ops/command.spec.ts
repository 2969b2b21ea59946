import { reportTo } from './command.js';

describe('the progress of a long command', () => {
  let nowMs: number;
  let said: string[];

  beforeEach(() => {
    nowMs = 0;
    said = [];
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => jest.restoreAllMocks());

  it('tells how much is done, how fast, and how long the rest takes', () => {
    const report = reportTo((line) => said.push(line));
    report('events copied', 1_000, 50_000);
    nowMs = 2_000;
    report('events copied', 11_000, 50_000);
    expect(said).toEqual([
      'events copied: 1,000 of 50,000',
      'events copied: 11,000 of 50,000, 5,000/s, about 8 s left',
    ]);
  });

  it('begins again with each step, and tells no time left where the end is not known', () => {
    const report = reportTo((line) => said.push(line));
    report('events copied', 50_000, 50_000);
    nowMs = 1_000;
    report('vault records', 0, null);
    nowMs = 3_000;
    report('vault records', 200, null);
    expect(said.slice(1)).toEqual(['vault records: 0', 'vault records: 200, 100/s']);
  });
});
