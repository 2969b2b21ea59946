import { readFileSync } from 'node:fs';
import { recorded } from '../../../../test/support/given-when-then.js';
import { terms, TransferLife } from '../../../../test/support/transfer-life.js';
import type { LifecycleEvent } from '../lifecycle/state/lifecycle-events.rules.js';
import { lifecycleEvents } from '../lifecycle/state/lifecycle.events.js';
import { verificationEvents } from '../verification/verification.events.js';
import { followsLifecycle } from './happened-order.rules.js';

const { uid } = terms;
/** The last answer of each life has this time. */
const NEWEST = '2026-11-20T12:00:00.000Z';
const OLDER = '2026-11-20T11:59:59.999Z';

type Answer = readonly [
  of: string,
  lifecycle: () => TransferLife,
  event: (providerAt: string) => LifecycleEvent,
];

function waiting(): TransferLife {
  const lifecycle = new TransferLife();
  lifecycle.pay();
  lifecycle.answered('requires_action');
  return lifecycle;
}
function pending(): TransferLife {
  const lifecycle = new TransferLife().toSubmitted();
  lifecycle.paidOut('pending');
  return lifecycle;
}
function refunding(): TransferLife {
  const lifecycle = new TransferLife().toCaptured();
  lifecycle.cancel();
  lifecycle.refunded('pending');
  return lifecycle;
}

it.each<Answer>([
  [
    'a processor about a payment',
    waiting,
    (providerAt) => ({
      type: 'PaymentAuthorized',
      data: { uid, attempt: 1, paymentRef: 'pi_1', providerAt },
    }),
  ],
  [
    'a processor about a payment that was voided',
    () => new TransferLife().toAuthorized(),
    (providerAt) => ({ type: 'PaymentVoided', data: { uid, providerAt } }),
  ],
  [
    'a platform about a payout',
    pending,
    (providerAt) => ({ type: 'PayoutConfirmed', data: { uid, reference: 'po_1', providerAt } }),
  ],
  [
    'a processor about a refund',
    refunding,
    (providerAt) => ({ type: 'RefundCompleted', data: { uid, refundRef: 're_1', cents: null, providerAt } }),
  ],
])('an older answer of %s does not follow a newer one; one of the same time does', (_, lifecycle, event) => {
  const { state } = lifecycle();
  expect(followsLifecycle(state, recorded(event(NEWEST)))).toBe(true);
  expect(followsLifecycle(state, recorded(event(OLDER)))).toBe(false);
  // Nothing was asked.
  expect(followsLifecycle(new TransferLife().state, recorded(event(NEWEST)))).toBe(false);
});

it('an answer about another attempt to pay follows none', () => {
  const authorized = { uid, attempt: 2, paymentRef: 'pi_2', providerAt: NEWEST };
  expect(followsLifecycle(waiting().state, recorded({ type: 'PaymentAuthorized', data: authorized }))).toBe(
    false,
  );
});

it('has every event with a provider’s own time in docs/events.md', () => {
  const [, section = ''] = readFileSync('docs/events.md', 'utf8').split('## When an event happened');
  const [listed = ''] = section.split('TransferDelivered');
  const dated = [...lifecycleEvents, ...verificationEvents].filter(
    // A webhook has a separate stream.
    ({ type, example }) => 'providerAt' in example && type !== 'ProviderEventReceived',
  );
  const named = listed.slice(listed.indexOf('- of a payment')).match(/[A-Z]\w+[a-z][A-Z]\w+/g);
  expect(new Set(named)).toEqual(new Set(dated.map(({ type }) => type)));
});
