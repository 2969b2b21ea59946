import { atLeastFor, EMPTY_RULE, formOf, readForm, ruleIdOf } from './rule-form';

const form = { ...formOf(EMPTY_RULE), name: 'Pairs' };

describe('the form of a rule', () => {
  it('keeps its number when it counts handles instead of attempts, and begins again with an amount', () => {
    const attempts = { ...form, measure: 'attempts', atLeast: '7' } as const;
    expect(atLeastFor('handles', attempts)).toBe('7');
    expect(atLeastFor('amount', attempts)).toBe('1000.00');
    const amount = { ...form, measure: 'amount', atLeast: '250.00' } as const;
    expect(atLeastFor('amount', amount)).toBe('250.00');
    expect(atLeastFor('attempts', amount)).toBe('3');
  });

  it('reads only the conditions that are asked', () => {
    const part = { text: '', unit: 'days', chosen: [] } as const;
    const typed = {
      ...form,
      typed: {
        from: { ...part, text: 'much' },
        below: part,
        platforms: part,
        accountYoungerThan: { ...part, text: 'long' },
      },
    };
    expect(readForm(typed)).toMatchObject({ definition: { name: 'Pairs', where: {} } });
    expect(readForm({ ...typed, asked: ['from', 'platforms', 'accountYoungerThan'] })).toEqual({
      problems: { from: 'amount', platforms: 'choices', accountYoungerThan: 'number' },
    });
  });

  it('reads both ends of an amount as one condition', () =>
    expect(readForm({ ...form, asked: ['from', 'below'] })).toMatchObject({
      definition: { where: { amount: { from: '200.00', below: '250.00' } } },
    }));
});

describe('the id of a new rule', () => {
  it.each([
    ['Pairs to new people', 'pairs-to-new-people'],
    ['  3 × Café, quickly! ', 'cafe-quickly'],
    [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
    ['No', null],
    ['42', null],
  ])('of "%s" is %s', (name, id) => expect(ruleIdOf(name)).toBe(id));
});
