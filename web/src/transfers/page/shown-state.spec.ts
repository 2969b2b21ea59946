import type { Transaction } from '@kernel/money/transfers';
import { transferOf } from '../../../../test/web/rendered-app';
import { shownStateOf } from './shown-state';

it('a refund that a person has to make is named as that, however late it is', () => {
  const late = (steps: Transaction['steps']) =>
    shownStateOf(transferOf({ status: 'refunding', steps }), true);
  expect(late([{ step: 'refund_failed', at: '2026-11-20T15:00:00.000Z' }])).toBe('refund_desk');
  expect(late([])).toBe('late');
});
