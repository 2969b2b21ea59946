import { caseNumberOf } from '@kernel/staff/compliance';
import { addressOf as addressIn } from '../../lib/api/requests';
import { isFiltered, isNumber, listOf, QUEUE, queryOf, type QueueView } from './queue-view';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const open = listOf('open');

describe('the queue', () => {
  it.each([
    ['1', '2026-11-20T00:00:00.000Z'],
    ['7', '2026-11-14T00:00:00.000Z'],
    ['30', '2026-10-22T00:00:00.000Z'],
  ] as const)('asks for the cases of %s days, today included', (period, from) =>
    expect(queryOf({ ...open, period }, NOW)?.from).toBe(from),
  );

  it('asks for what was chosen and nothing else', () => {
    const requestOf = (view: QueueView) => addressIn('/cases', { query: queryOf(view, NOW) ?? {} });
    expect(requestOf(open)).toBe('/cases?status=open');
    const chosen = { ...listOf('mine'), rule: 'velocity', sort: 'atRisk' } as const;
    expect(requestOf(chosen)).toBe('/cases?status=mine&rule=velocity&sort=atRisk');
    expect(QUEUE.parametersOf(open)).toEqual({});
    expect(QUEUE.parametersOf(chosen)).toEqual({ show: 'mine', rule: 'velocity', sort: 'atRisk' });
  });

  it('asks for one case by its number, whatever else was chosen, and for none by anything else', () => {
    const number = caseNumberOf('2f5f5a7f-4b1a-4f0d-9b6e-9a0c1d2e3f40');
    const chosen = { ...listOf('mine'), period: '7' } as const;
    expect(queryOf({ ...chosen, number: number.toUpperCase() }, NOW)).toEqual({ number });
    expect(queryOf({ ...chosen, number: '2f5f5a' }, NOW)).toEqual({ number: 'C-2f5f5a' });
    for (const pasted of [` ${number} `, `\u2068${number}\u2069`, number.replace('-', '\u2011')])
      expect(queryOf({ ...chosen, number: pasted }, NOW)).toEqual({ number });
    expect(queryOf({ ...chosen, number: 'no number' }, NOW)).toBeNull();
  });

  it('is filtered by anything but the list and its order', () => {
    expect([open, { ...open, sort: 'atRisk' } as const].map(isFiltered)).toEqual([false, false]);
    for (const part of ['rule', 'assignee', 'period', 'minAtRisk', 'number'])
      expect(isFiltered({ ...open, [part]: '1' })).toBe(true);
    expect([isNumber(''), isNumber('no number')]).toEqual([true, false]);
  });
});
