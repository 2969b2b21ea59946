import { topics } from '@kernel/live';
import { keyOf } from '../api/reads';
import { isAffected } from './live-topics';

const oneTransfer = keyOf('/transfers/{id}', { path: { id: 'one' } });
const recent = keyOf('/transfers', { query: { limit: '20' } });

it.each([
  [topics.allowance, keyOf('/allowance')],
  [topics.preferences, keyOf('/preferences')],
  [topics.recipients, keyOf('/recipients')],
  [topics.transfers, recent],
  [topics.transfers, keyOf('/transfers', { query: { cursor: 'next' }, header: { 'X-Flip-Search': 'maya' } })],
  [topics.transfers, keyOf('/transfers/total', { query: { status: 'delivered' } })],
  [topics.transfers, keyOf('/statements')],
  [topics.transfer('one'), oneTransfer],
  [topics.transfer('one'), keyOf('/transfers/{id}/receipt', { path: { id: 'one' } })],
  [topics.verification, keyOf('/verification')],
  [topics.cases, keyOf('/compliance/cases', { query: { status: 'open' } })],
  [topics.cases, keyOf('/compliance/cases/{id}', { path: { id: 'one' } })],
  [topics.cases, keyOf('/compliance/case-counts')],
  [topics.cases, keyOf('/compliance/overview', { query: { days: '30' } })],
  [topics.cases, keyOf('/compliance/senders/{uid}', { path: { uid: 'one' } })],
  [topics.payouts, keyOf('/compliance/strays')],
])('%s matches %j, and so does the topic for everything', (topic, key) => {
  expect([isAffected(key, [topic]), isAffected(key, ['*'])]).toEqual([true, true]);
  expect(isAffected(key, ['something-else', 'toString'])).toBe(false);
});

it.each([
  [[topics.transfer('two')], oneTransfer],
  [[topics.transfer('one')], recent],
  [[topics.transfers], oneTransfer],
  [['*'], keyOf('/config')],
  [['*'], keyOf('/fees/schedule')],
  // Each read is recorded as an access to a person's history.
  [
    ['*', topics.cases],
    keyOf('/compliance/senders/{uid}/replay', { path: { uid: 'one' }, query: { reason: 'case:one' } }),
  ],
  [['*'], 'payment-check'],
  [['*'], null],
])('%j concerns not %j', (changed, key) => {
  expect(isAffected(key, changed)).toBe(false);
});
