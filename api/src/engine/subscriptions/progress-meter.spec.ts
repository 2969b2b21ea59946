import { ProgressMeter } from './progress-meter.js';

const position = (events: number) => String(events).padStart(20, '0');
const HEAD = position(100_000);

describe('the progress of long work', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => jest.useRealTimers());

  function reportsOf(pages: readonly (readonly [events: number, tookMs: number])[]) {
    const reports: unknown[] = [];
    const meter = new ProgressMeter((...report) => reports.push(report));
    let through = 0;
    for (const [events, tookMs] of pages) {
      jest.advanceTimersByTime(tookMs);
      through += events;
      meter.passed(events, position(through), HEAD);
    }
    return { reports, meter };
  }

  it('estimates nothing from a slow beginning', () => {
    const { reports } = reportsOf([
      [222, 1_600],
      [500, 500],
    ]);
    expect(reports).toEqual([
      [222, 139, null],
      [722, 344, null],
    ]);
  });

  it('estimates the rest from what followed it', () => {
    const pages = Array.from({ length: 10 }, () => [1_000, 1_000] as const);
    const { reports, meter } = reportsOf([[250, 8_000], ...pages]);
    expect(reports.at(-1)).toEqual([10_250, 1_000, 89_750]);
    meter.end();
    expect(reports.at(-1)).toEqual([10_250, 1_000, 0]);
  });
});
