import fc from 'fast-check';
import { recorded } from '../../../../../test/support/given-when-then.js';
import { DAY, TransferLife } from '../../../../../test/support/transfer-life.js';
import { afterPosting, isBalanced, type LedgerEntry } from './ledger.rules.js';
import type { LifecycleEvent } from '../state/lifecycle-events.rules.js';

const AT = '2026-11-20T23:59:59.999Z';

/** The account after these events. */
const ledgerOf = (events: readonly LifecycleEvent[]): LedgerEntry => {
  const [first, ...rest] = events.map((event, index) => recorded(event, index, { at: AT }));
  if (!first) throw new Error('no events');
  return rest.reduce((entry, event) => afterPosting(entry, 't1', event), afterPosting(null, 't1', first));
};

const steps: Readonly<Record<string, (life: TransferLife) => unknown>> = {
  pay: (life) => life.pay(String(life.events.length)),
  authorized: (life) => life.answered('authorized'),
  capture: (life) => life.do({ type: 'RequestCapture' }),
  captured: (life) => life.answered('captured'),
  cancelled: (life) => life.answered('cancelled'),
  declined: (life) => life.answered('declined'),
  submit: (life) => life.do({ type: 'SubmitPayout', operator: null }),
  unclaimed: (life) => life.paidOut('unclaimed'),
  delivered: (life) => life.paidOut('delivered'),
  failed: (life) => life.paidOut('failed'),
  returned: (life) => life.paidOut('returned'),
  'returned, fees kept': (life) => life.paidOut('returned', false),
  cancel: (life) => life.cancel(),
  refunded: (life) => life.refunded('completed'),
  'refund failed': (life) => life.refunded('failed'),
  'refund again': (life) => life.do({ type: 'RetryRefund' }),
  dispute: (life) => dispute(life, null),
  'dispute lost': (life) => dispute(life, 'lost'),
  'ten days': (life) => life.wait(10 * DAY).elapse(),
};
const dispute = (life: TransferLife, outcome: 'lost' | null, cents: number | null = null) =>
  life.do({
    type: 'RecordDispute',
    disputeRef: 'dp_1',
    reason: 'fraudulent',
    providerAt: life.at,
    outcome,
    cents,
  });

/** A refused command changes nothing. */
function tryStep(life: TransferLife, name: string): void {
  try {
    steps[name]?.(life.wait(1_000));
  } catch {
    // Refused.
  }
}

it('balances after every step of any transfer', () => {
  const ended = new Set<string>();
  const from = fc.constantFrom<'toAuthorized' | 'toCaptured' | 'toSubmitted'>(
    'toAuthorized',
    'toCaptured',
    'toSubmitted',
  );
  const names = fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 30 });
  fc.assert(
    fc.property(from, names, (begin, taken) => {
      const life = new TransferLife()[begin]();
      for (const name of taken) {
        tryStep(life, name);
        const { cents } = ledgerOf(life.events);
        expect({ cents, isBalanced: isBalanced(cents) }).toEqual({ cents, isBalanced: true });
      }
      ended.add(life.state.stage);
    }),
    { numRuns: 500 },
  );
  expect([...ended]).toEqual(expect.arrayContaining(['delivered', 'refunded', 'refund_failed', 'cancelled']));
});

it('counts a charge on the UTC day it was made', () => {
  const life = new TransferLife().toCaptured();
  expect(ledgerOf(life.events)).toMatchObject({
    day: '2026-11-20',
    cents: { captured: 12_690, open: 12_690, delivered: 0, fees: 0, refunded: 0 },
  });
});

it('stays on the day of the first charge when a second one is recorded', () => {
  const { log } = new TransferLife().toCaptured();
  const again = log.filter(({ type }) => type === 'PaymentCaptured');
  const later = again.map((event) => ({
    ...event,
    metadata: { ...event.metadata, at: '2026-11-23T00:00:00.000Z' },
  }));
  const [first, ...rest] = [...log, ...later];
  if (!first) throw new Error('no events');
  const entry = rest.reduce(
    (before, event) => afterPosting(before, 't1', event),
    afterPosting(null, 't1', first),
  );
  expect(entry).toMatchObject({ day: '2026-11-20', cents: { captured: 25_380 } });
});

it('keeps the fees of delivered transfers, and of returned ones under a policy that keeps them', () => {
  const life = new TransferLife().toSubmitted();
  life.paidOut('delivered');
  expect(ledgerOf(life.events).cents).toMatchObject({ delivered: 12_000, fees: 690, open: 0 });
  life.wait(1).paidOut('returned', false);
  expect(ledgerOf(life.events).cents).toMatchObject({ delivered: 0, fees: 690, open: 12_000 });
  life.refunded('completed');
  expect(ledgerOf(life.events).cents).toMatchObject({ delivered: 0, fees: 690, refunded: 12_000, open: 0 });
});

it('counts what a bank took back separately, since it is not our refund', () => {
  const life = new TransferLife().toSubmitted();
  life.paidOut('delivered');
  dispute(life, null);
  dispute(life, 'lost');
  const { cents } = ledgerOf(life.events);
  expect(cents).toMatchObject({ delivered: 12_000, refunded: 0, lost: 12_690 });
  expect(isBalanced(cents)).toBe(true);
  const inPart = new TransferLife().toCaptured();
  dispute(inPart, 'lost', 2_000);
  inPart.cancel();
  inPart.refunded('completed');
  const back = ledgerOf(inPart.events).cents;
  expect(back).toMatchObject({ captured: 12_690, refunded: 12_690, lost: 2_000 });
  expect(isBalanced(back)).toBe(true);
});

describe('finds', () => {
  const delivered = () => new TransferLife().toDelivered();
  const refunded = () => new TransferLife().toRefunded();
  const refundOf = ({ events }: TransferLife) =>
    events.filter(({ type }) => type === 'RefundInitiated' || type === 'TransferRefunded');
  const repeated = ({ events }: TransferLife, type: string) => [
    ...events,
    ...events.filter((event) => event.type === type),
  ];
  const changed = ({ events }: TransferLife, type: string, data: object) =>
    events.map((event) =>
      event.type === type ? ({ ...event, data: { ...event.data, ...data } } as LifecycleEvent) : event,
    );

  it.each([
    ['a second charge', repeated(delivered(), 'PaymentCaptured')],
    ['a second payout', repeated(delivered(), 'TransferDelivered')],
    ['a cent too much paid out', changed(delivered(), 'TransferDelivered', { amountCents: 12_001 })],
    ['a refund of what was delivered', [...delivered().events, ...refundOf(refunded())]],
    ['a second refund', repeated(refunded(), 'TransferRefunded')],
    ['a refund of a part', changed(refunded(), 'TransferRefunded', { cents: 12_689 })],
    ['more initiated than charged', changed(refunded(), 'RefundInitiated', { cents: 20_000 })],
    ['a refund without a charge', refunded().events.filter(({ type }) => type !== 'PaymentCaptured')],
  ])('%s', (_, events) => {
    expect(isBalanced(ledgerOf(events).cents)).toBe(false);
  });
});
