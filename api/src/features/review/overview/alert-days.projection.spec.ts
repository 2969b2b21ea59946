import { foldView } from '../../../../../test/support/fold-view.js';
import { recorded } from '../../../../../test/support/given-when-then.js';
import { alertDaysProjection } from './alert-days.projection.js';
import { caseEvents } from '../cases/case.events.js';

const [{ example }, , { example: review }] = caseEvents;
let revision = 0;
const alert = (uid: string, at: string, type = 'SuspiciousTransactionRaised') =>
  recorded({ type, data: { ...example, uid, ruleId: 'velocity' } }, revision++, {
    stream: `case-${uid}`,
    at,
  });

it('counts alerts per rule and UTC day, of everybody and of each sender', () => {
  const documents = foldView(alertDaysProjection, [
    alert('ana', '2026-11-20T23:59:59.999Z'),
    alert('ana', '2026-11-20T08:00:00.000Z', 'AlertTransactionsAdded'),
    alert('luis', '2026-11-20T09:00:00.000Z'),
    alert('luis', '2026-11-21T00:00:00.000Z'),
    recorded({ type: 'CaseReviewed', data: review }, revision++, { stream: 'case-ana' }),
  ]);
  const counts = [...documents.values()].map(({ day, uid, isTotal, count }) => [day, uid, isTotal, count]);
  expect(counts).toEqual([
    ['2026-11-20', null, true, 3],
    ['2026-11-20', 'ana', false, 2],
    ['2026-11-20', 'luis', false, 1],
    ['2026-11-21', null, true, 1],
    ['2026-11-21', 'luis', false, 1],
  ]);
});
