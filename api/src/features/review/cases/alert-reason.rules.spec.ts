import { sampleAttempt } from '../../../../../test/support/sample-send.js';
import { BUILT_IN_RULES, type FraudRule } from '../../../kernel/staff/rules.js';
import { reasonOf } from './alert-reason.rules.js';
import type { AlertTransaction } from './alert-facts.rules.js';

const MINUTE_MS = 60_000;

function reason(ruleId: string, ...attempts: readonly [minutes: number, cents: number, refused?: boolean][]) {
  const rule = ruleOf(ruleId);
  const list = attempts.map(([minutes, amountCents, refused = false]) =>
    attemptAt(minutes, { amountCents, refused: refused ? 'weekly_limit_exceeded' : null }),
  );
  return reasonOf(rule, list);
}

const attemptAt = (minutes: number, changes: Partial<AlertTransaction> = {}) =>
  sampleAttempt({
    transferId: String(minutes),
    at: new Date(minutes * MINUTE_MS).toISOString(),
    ...changes,
  });

function ruleOf(ruleId: string): FraudRule {
  const rule = BUILT_IN_RULES.find(({ id }) => id === ruleId);
  if (!rule) throw new Error(`no rule ${ruleId}`);
  return rule;
}

describe('the reason of an alert states', () => {
  it('how many attempts in how long', () =>
    expect(reason('velocity', [0, 2_000], [20, 2_000], [41, 30_000, true])).toBe(
      'velocity: 3 attempts (1 refused) in 41 min; the rule alerts at 3 within 1 h',
    ));

  it('that they occurred in less than a minute', () =>
    expect(reason('velocity', [0, 2_000], [0, 2_000], [0, 2_000])).toBe(
      'velocity: 3 attempts (0 refused) in less than a minute; the rule alerts at 3 within 1 h',
    ));

  it.each([
    [0, 'less than a minute'],
    [1, '1 min'],
    [60, '1 h'],
    [61, '1 h 1 min'],
    [119, '1 h 59 min'],
  ])('that they occurred within %s minutes of each other', (minutes, span) =>
    expect(reason('structuring', [720, 20_000], [720 + minutes, 20_000])).toContain(` in ${span}; `),
  );

  it('which amounts count', () =>
    expect(reason('structuring', [0, 20_000], [910, 24_999])).toBe(
      'structuring: 2 attempts (0 refused) of $200.00 or more and less than $250.00 in 15 h 10 min; ' +
        'the rule alerts at 2 within 24 h',
    ));

  it('which amount exceeded the maximum', () =>
    expect(reason('over-maximum', [0, 150_000, true])).toBe(
      'over-maximum: an attempt of $1,500.00, over $1,000.00',
    ));

  it('every condition of a rule that people wrote', () => {
    const { definition } = ruleOf('velocity');
    const rule = {
      id: 'new-people',
      definition: {
        ...definition,
        where: {
          result: 'accepted',
          platforms: ['Zelle', 'Venmo'],
          tier: 'unverified',
          firstToHandle: true,
          accountYoungerThanMs: 24 * 60 * MINUTE_MS,
        },
        measure: 'handles',
        atLeast: 2,
      },
    } as const;
    const attempts = [0, 5].map((minutes) => attemptAt(minutes));
    expect(reasonOf(rule, attempts)).toBe(
      'new-people: 2 attempts (0 refused), accepted only, on Zelle or Venmo, as unverified, each the first to its ' +
        'handle, with an account younger than 24 h in 5 min; the rule alerts at 2 handles within 1 h',
    );
  });
});
