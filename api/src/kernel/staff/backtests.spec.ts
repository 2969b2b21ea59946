import { alertsTooOften } from './backtests.js';

it('warns of a rule that alerts on more than a tenth of the attempts', () => {
  expect(alertsTooOften({ alerts: 11, attempts: 100 })).toBe(true);
  expect(alertsTooOften({ alerts: 10, attempts: 100 })).toBe(false);
  expect(alertsTooOften({ alerts: 0, attempts: 0 })).toBe(false);
});
