import type { SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { recorded } from '../../../../../test/support/given-when-then.js';
import { foldDocument } from '../../../../../test/support/fold-view.js';
import { caseEvents } from '../cases/case.events.js';
import { currentCase, isWanted } from './case-lists.js';
import { suspiciousTransactionsProjection } from '../cases/suspicious-transactions.projection.js';

const [{ type, example }] = caseEvents;
const DETECTED = '2026-11-20T12:00:00.000Z';
const place = { stream: 'case-1', at: DETECTED };
const found = foldDocument(suspiciousTransactionsProjection, [
  recorded({ type, data: example }, 0, place),
]) as SuspiciousTransaction;

describe('a case of a list', () => {
  it('rests until the very time of its snooze', () => {
    const snoozedUntil = '2026-11-21T12:00:00.000Z';
    const resting = { ...found, status: 'snoozed', snoozedUntil } as const;
    expect(currentCase(resting, '2026-11-21T11:59:59.999Z')).toEqual(resting);
    expect(currentCase(resting, snoozedUntil)).toMatchObject({ status: 'open', snoozedUntil: null });
  });

  it('was detected from the first instant on and before the last', () => {
    const wanted = (filter: object) => isWanted(found, { reader: 'robin', ...filter });
    expect([wanted({ from: DETECTED }), wanted({ from: '2026-11-20T12:00:00.001Z' })]).toEqual([true, false]);
    expect([wanted({ to: '2026-11-20T12:00:00.001Z' }), wanted({ to: DETECTED })]).toEqual([true, false]);
  });

  it('is never shown to the person it is about', () =>
    expect(isWanted(found, { reader: found.uid, number: found.number })).toBe(false));
});
