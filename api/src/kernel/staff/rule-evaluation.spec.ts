import fc from 'fast-check';
import type { RuleAttempt as Attempt, RuleConditions } from './rule-conditions.js';
import { attemptsBehind } from './rule-evaluation.js';
import { BUILT_IN_RULES, type RuleDefinition } from './rules.js';

const hourMs = 3_600_000;
const now = Date.parse('2026-05-01T10:00:00.000Z');

function rule(id: string): RuleDefinition {
  const found = BUILT_IN_RULES.find((active) => active.id === id)?.definition;
  if (!found) throw new Error(`No rule ${id}`);
  return found;
}

function attempt(amountCents: number, agoMs: number, refused: Attempt['refused'] = null): Attempt {
  return {
    transferId: `t${String(amountCents)}-${String(agoMs)}`,
    amountCents,
    atMs: now - agoMs,
    refused,
    platform: 'Zelle',
    tier: null,
    handle: null,
    isFirstToHandle: false,
    accountAgeMs: null,
  };
}

describe('velocity: three sends within an hour', () => {
  it('alerts when the first is exactly one hour old', () => {
    const attempts = [attempt(100, hourMs), attempt(100, 1), attempt(100, 0)];
    expect(attemptsBehind(rule('velocity'), attempts)).toEqual(attempts);
  });

  it('does not alert when the first is one millisecond older', () => {
    expect(
      attemptsBehind(rule('velocity'), [attempt(100, hourMs + 1), attempt(100, 1), attempt(100, 0)]),
    ).toBeNull();
  });

  it('does not alert at two, and alerts when all three occur in the same millisecond', () => {
    expect(attemptsBehind(rule('velocity'), [attempt(100, 0), attempt(100, 0)])).toBeNull();
    expect(
      attemptsBehind(rule('velocity'), [attempt(100, 0), attempt(100, 0), attempt(100, 0)]),
    ).toHaveLength(3);
  });

  it('counts refused attempts like accepted ones', () => {
    const attempts = [attempt(100, 2), attempt(100, 1, 'weekly_limit_exceeded'), attempt(100, 0)];
    expect(attemptsBehind(rule('velocity'), attempts)).toEqual(attempts);
  });
});

describe('structuring: two sends of $200.00 up to below $250.00 within 24 hours', () => {
  it.each([
    [19_999, false],
    [20_000, true],
    [24_999, true],
    [25_000, false],
  ])('counts %d cents: %p', (cents, counted) => {
    const behind = attemptsBehind(rule('structuring'), [attempt(22_000, 1), attempt(cents, 0)]);
    expect(behind !== null).toBe(counted);
    const asFirst = attemptsBehind(rule('structuring'), [attempt(cents, 1), attempt(22_000, 0)]);
    expect(asFirst !== null).toBe(counted);
  });

  it('alerts at exactly 24 hours and not one millisecond later', () => {
    expect(
      attemptsBehind(rule('structuring'), [attempt(20_000, 24 * hourMs), attempt(20_000, 0)]),
    ).toHaveLength(2);
    expect(
      attemptsBehind(rule('structuring'), [attempt(20_000, 24 * hourMs + 1), attempt(20_000, 0)]),
    ).toBeNull();
  });

  it('alerts on the attempt that completes the pair, not on a later small one', () => {
    const attempts = [attempt(20_000, 2), attempt(20_000, 1), attempt(500, 0)];
    expect(attemptsBehind(rule('structuring'), attempts)).toBeNull();
  });
});

describe('over the maximum: an amount over $1,000.00', () => {
  it.each([
    [100_000, false],
    [100_001, true],
  ])('%d cents alerts: %p', (cents, alerts) => {
    expect(attemptsBehind(rule('over-maximum'), [attempt(cents, 0)]) !== null).toBe(alerts);
  });

  it('names only the attempt itself', () => {
    const last = attempt(200_000, 0, 'per_transfer_limit_exceeded');
    expect(attemptsBehind(rule('over-maximum'), [attempt(200_000, 0), last])).toEqual([last]);
  });
});

describe('a condition of a rule', () => {
  const matches = (where: RuleConditions, facts: Partial<Attempt>): boolean => {
    const alone = { ...rule('over-maximum'), where };
    return attemptsBehind(alone, [{ ...attempt(2_000, 0), ...facts }]) !== null;
  };

  it('of a young account excludes its very age, and accounts whose age was not recorded', () => {
    const young = { accountYoungerThanMs: hourMs };
    const ages = [0, hourMs - 1, hourMs, null];
    expect(ages.map((accountAgeMs) => matches(young, { accountAgeMs }))).toEqual([true, true, false, false]);
  });

  it('of an amount includes its lower end and excludes its upper one', () => {
    const band = { amountCents: { from: 1_000, below: 2_000 } };
    const cents = [999, 1_000, 1_999, 2_000];
    expect(cents.map((amountCents) => matches(band, { amountCents }))).toEqual([false, true, true, false]);
  });

  it('is one of every fact that an attempt records', () => {
    expect(matches({ result: 'accepted' }, {})).toBe(true);
    expect(matches({ result: 'refused' }, {})).toBe(false);
    expect(matches({ result: 'refused' }, { refused: 'sending_paused' })).toBe(true);
    expect(matches({ platforms: ['Zelle', 'Venmo'] }, {})).toBe(true);
    expect(matches({ platforms: ['Venmo'] }, {})).toBe(false);
    expect(matches({ tier: 'verified' }, { tier: 'verified' })).toBe(true);
    expect(matches({ tier: 'verified' }, {})).toBe(false);
    expect(matches({ firstToHandle: true }, { isFirstToHandle: true })).toBe(true);
    expect(matches({ firstToHandle: true }, {})).toBe(false);
  });
});

describe('every rule', () => {
  it('does not alert without an attempt', () => {
    for (const { definition } of BUILT_IN_RULES) expect(attemptsBehind(definition, [])).toBeNull();
  });

  it('finds exactly the attempts that its parameters describe', () => {
    const amounts = fc.constantFrom(1, 19_999, 20_000, 24_999, 25_000, 100_000, 100_001);
    const ages = fc.constantFrom(0, 1, hourMs - 1, hourMs, hourMs + 1, 24 * hourMs, 24 * hourMs + 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(amounts, ages), { minLength: 1, maxLength: 8 }), (rows) => {
        const attempts = rows.map(([cents, agoMs]) => attempt(cents, agoMs)).sort((a, b) => a.atMs - b.atMs);
        const trigger = attempts.at(-1) as Attempt;
        const cents = trigger.amountCents;
        const within = (windowMs: number, from: number, to: number) =>
          cents >= from && cents <= to
            ? attempts.filter(
                (one) =>
                  one.amountCents >= from && one.amountCents <= to && trigger.atMs - one.atMs <= windowMs,
              )
            : [];
        const velocity = within(hourMs, 0, Number.MAX_SAFE_INTEGER);
        const structuring = within(24 * hourMs, 20_000, 24_999);
        expect(attemptsBehind(rule('velocity'), attempts)).toEqual(velocity.length >= 3 ? velocity : null);
        expect(attemptsBehind(rule('structuring'), attempts)).toEqual(
          structuring.length >= 2 ? structuring : null,
        );
        expect(attemptsBehind(rule('over-maximum'), attempts)).toEqual(cents > 100_000 ? [trigger] : null);
      }),
    );
  });
});
