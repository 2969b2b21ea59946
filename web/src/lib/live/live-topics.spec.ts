import { topics } from '@kernel/live';
import { keys } from '../api/keys';
import { isAffected } from './live-topics';

const uid = 'the-user';

it.each([
  [topics.allowance, keys.allowance(uid)],
  [topics.preferences, keys.preferences(uid)],
  [topics.recipients, keys.recipients(uid)],
  [topics.transfers, keys.recentTransfers(uid)],
  [topics.transfers, keys.transfers(uid, 'q=maya', 'next')],
  [topics.transfers, keys.transfersTotal(uid, 'q=maya')],
  [topics.transfer('one'), keys.transfer(uid, 'one')],
  [topics.verification, keys.verification(uid)],
  [topics.cases, keys.cases('open', null)],
  [topics.cases, keys.case('one', null)],
  [topics.cases, keys.caseCounts],
  [topics.cases, keys.overview('30')],
  [topics.cases, keys.standing('one')],
])('%s matches %j, and so does the topic for everything', (topic, key) => {
  expect([isAffected(key, [topic]), isAffected(key, ['*'])]).toEqual([true, true]);
  expect(isAffected(key, ['something-else'])).toBe(false);
});

it.each([
  [[topics.transfer('one')], keys.transfer(uid, 'two')],
  [[topics.transfer('one')], keys.recentTransfers(uid)],
  [[topics.transfers], keys.transfer(uid, 'one')],
  [['*'], keys.config],
  [['*'], keys.feeSchedule],
  // Each read is recorded as an access to somebody's history.
  [['*', topics.cases], keys.replay(uid, 'one', null)],
  [['*'], null],
])('%j concerns not %j', (changed, key) => {
  expect(isAffected(key, changed)).toBe(false);
});
