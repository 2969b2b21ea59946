import { closedByWeek, medianDays, outcomesByRule } from './closed-cases.rules.js';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const DAY = 24 * 60 * 60_000;
type Outcome = 'cleared' | 'suspicious' | 'false_match';
const closed = (daysAgo: number, took: number, outcome: Outcome = 'cleared', ruleId = 'velocity') => ({
  createdAt: new Date(NOW - (daysAgo + took) * DAY).toISOString(),
  reviewedAt: new Date(NOW - daysAgo * DAY).toISOString(),
  outcome,
  ruleId: ruleId as 'velocity',
});

it('the median of days to close is the middle one, or between the two middle ones', () => {
  expect(medianDays([])).toBeNull();
  expect(medianDays([closed(0, 3)])).toBe(3);
  expect(medianDays([closed(0, 9), closed(0, 1), closed(0, 2)])).toBe(2);
  expect(medianDays([closed(0, 1), closed(0, 2), closed(0, 10), closed(0, 3)])).toBe(2.5);
});

it('outcomes are counted by rule, the most often suspicious rule first', () => {
  const cases = [
    ...[closed(1, 1, 'suspicious'), closed(1, 1), closed(1, 1, 'false_match')],
    closed(1, 1, 'suspicious', 'structuring'),
  ];
  expect(outcomesByRule(cases)).toEqual([
    { ruleId: 'structuring', closed: 1, suspicious: 1, falseMatches: 0 },
    { ruleId: 'velocity', closed: 3, suspicious: 1, falseMatches: 1 },
  ]);
});

it('every closed case of twelve weeks is in one of them', () => {
  const weeks = closedByWeek([closed(0, 4), closed(6.9, 8), closed(7, 2), closed(83, 1), closed(85, 1)], NOW);
  expect(weeks).toHaveLength(12);
  expect(weeks.map(({ closed: count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
  expect(weeks.at(-1)).toEqual({ from: '2026-11-13', closed: 2, medianDays: 6 });
  expect(weeks[1]?.medianDays).toBeNull();
});
