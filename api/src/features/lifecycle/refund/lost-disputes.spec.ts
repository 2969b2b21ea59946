import { DAY, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import { taskKindOf } from '../../payouts/desk/desk-tasks.rules.js';
import { lifecycleEvents } from '../state/lifecycle.events.js';
import { afterPosting, isBalanced, type LedgerEntry } from '../reconcile/ledger.rules.js';
import { afterLifecycleEvent, emptyLifecycle } from '../state/lifecycle-state.rules.js';
import { isLossOpen, lossOf } from './lost-disputes.rules.js';

const TOTAL = terms.totalCents;
const desk = { ...terms, platform: 'Zelle', handle: 'maya@example.com' } as const;
const refused = (code: string) => expect.objectContaining({ code }) as Error;

function bankDecides(
  life: TransferLife,
  outcome: 'won' | 'lost',
  { ref = 'dp_1', cents = null }: { readonly ref?: string; readonly cents?: number | null } = {},
): void {
  for (const end of [null, outcome])
    life.wait(DAY).do({
      type: 'RecordDispute',
      disputeRef: ref,
      reason: 'fraudulent',
      providerAt: life.at,
      outcome: end,
      cents,
    });
}
const lost = (life: TransferLife, of: { readonly ref?: string; readonly cents?: number } = {}) => {
  bankDecides(life, 'lost', of);
};
const book = (life: TransferLife) => life.do({ type: 'ResolveLoss', cents: lossOf(life.state) });
const refunds = (life: TransferLife, cents: number) =>
  life.do({
    type: 'RecordRefund',
    attempt: life.state.refund?.attempt ?? 0,
    outcome: { state: 'completed', refundRef: 're_1', providerAt: life.wait(1).at, cents },
  });
function paidBackByCheck(life: TransferLife): void {
  const check = { type: 'SettleRefund', way: 'check', reference: '1042' } as const;
  life.do({ ...check, operator: 'olga', agrees: false });
  life.do({ ...check, operator: 'omar', agrees: true });
}
function refundFailed(): TransferLife {
  const life = new TransferLife().toSubmitted();
  life.paidOut('failed');
  life.refunded('failed');
  return life;
}
const of = (begun: TransferLife, ...happens: readonly ((life: TransferLife) => unknown)[]): TransferLife => {
  for (const each of happens) each(begun);
  return begun;
};

/** Lives of a charge of 126.90 with a payout of 120.00: what happened, the loss, and what is left to book of it. */
const LIVES: readonly (readonly [string, loss: number, open: number, () => TransferLife])[] = [
  ['lost before the payout', 0, 0, () => of(new TransferLife().toCaptured(), lost)],
  ['lost after the delivery', TOTAL, TOTAL, () => of(new TransferLife().toDelivered(), lost)],
  [
    'delivered although it was recalled for a dispute that was then lost',
    ...([TOTAL, TOTAL] as const),
    () => of(new TransferLife().toSubmitted(), lost, (life) => life.paidOut('delivered')),
  ],
  ['refunded, then lost', TOTAL, TOTAL, () => of(new TransferLife().toRefunded(), lost)],
  [
    'lost in part after the delivery',
    ...([5_000, 5_000] as const),
    () => of(new TransferLife().toDelivered(), (life) => lost(life, { cents: 5_000 })),
  ],
  [
    'lost in part, then the rest refunded',
    ...([0, 0] as const),
    () =>
      of(
        new TransferLife().toCaptured(),
        (life) => lost(life, { cents: 6_000 }),
        (life) => refunds(life, TOTAL - 6_000),
      ),
  ],
  [
    'lost in part while the whole refund was on its way',
    ...([6_000, 6_000] as const),
    () =>
      of(
        new TransferLife().toCaptured(),
        (life) => life.cancel(),
        (life) => lost(life, { cents: 6_000 }),
        (life) => refunds(life, TOTAL),
      ),
  ],
  [
    'lost while a refund without an answer arrived all the same',
    ...([TOTAL, TOTAL] as const),
    () =>
      of(
        new TransferLife().toCaptured(),
        (life) => life.cancel(),
        lost,
        (life) => refunds(life, TOTAL),
      ),
  ],
  ['lost while a refund failed', 0, 0, () => of(refundFailed(), lost)],
  [
    'refund failed, paid back by check, then lost',
    ...([TOTAL, TOTAL] as const),
    () => of(refundFailed(), paidBackByCheck, lost),
  ],
  [
    'lost in part while a refund failed, the rest paid back by check',
    ...([0, 0] as const),
    () => of(refundFailed(), (life) => lost(life, { cents: 6_000 }), paidBackByCheck),
  ],
  ['booked', TOTAL, 0, () => of(new TransferLife().toDelivered(), lost, book)],
  [
    'a second part lost after the first one was booked',
    ...([8_000, 3_000] as const),
    () =>
      of(
        new TransferLife().toDelivered(),
        (life) => lost(life, { cents: 5_000 }),
        book,
        (life) => lost(life, { ref: 'dp_2', cents: 3_000 }),
      ),
  ],
  [
    'the refund sent back after the loss was booked',
    ...([0, -TOTAL] as const),
    () => of(new TransferLife().toRefunded(), lost, book, (life) => life.wait(1).refunded('failed')),
  ],
  [
    'the payout returned after the loss was booked, fees kept',
    ...([690, 690 - TOTAL] as const),
    () => of(new TransferLife().toDelivered(), lost, book, (life) => life.wait(1).paidOut('returned', false)),
  ],
  [
    'won after the delivery',
    0,
    0,
    () => of(new TransferLife().toDelivered(), (life) => bankDecides(life, 'won')),
  ],
  [
    'won after the refund',
    0,
    0,
    () => of(new TransferLife().toRefunded(), (life) => bankDecides(life, 'won')),
  ],
  [
    'lost by hand: claimed, delivered, disputed',
    ...([TOTAL, TOTAL] as const),
    () =>
      of(
        new TransferLife(desk).toSubmitted('olga'),
        (life) =>
          life.do({
            type: 'SettlePayout',
            operator: 'olga',
            outcome: 'delivered',
            reference: 'ZL-1',
            fourEyesCents: 50_000,
          }),
        lost,
      ),
  ],
];

describe.each(LIVES)('%s', (_, loss, open, lived) => {
  it('is the loss that left beyond the charge, and a task until it is booked', () => {
    const life = lived();
    expect([lossOf(life.state), lossOf(life.state) - life.state.bookedLossCents]).toEqual([loss, open]);
    expect(taskKindOf(life.state)).toBe(open === 0 ? 'none' : 'lost');
    if (open !== 0) expect(book(life)).toEqual(['LossResolved']);
    expect([isLossOpen(life.state), taskKindOf(life.state)]).toEqual([false, 'none']);
    expect(book(life)).toEqual([]);
  });

  it('is the loss in the ledger, which stays balanced', () => {
    const { log } = lived();
    const entry = log.reduce<LedgerEntry | null>((one, event) => afterPosting(one, 't1', event), null);
    expect([entry?.cents.loss, entry && isBalanced(entry.cents)]).toEqual([loss, true]);
  });
});

it('a loss is booked as it was read, not as it has become since', () => {
  const life = of(new TransferLife().toDelivered(), (one) => lost(one, { cents: 5_000 }));
  const read = lossOf(life.state);
  lost(life, { ref: 'dp_2', cents: 3_000 });
  expect(() => life.do({ type: 'ResolveLoss', cents: read })).toThrow(refused('report_differs'));
});

it('what was booked before the amount was recorded is everything up to then', () => {
  const upcast = lifecycleEvents.find(({ type }) => type === 'LossResolved')?.upcasts?.[1];
  const life = of(new TransferLife().toDelivered(), (one) => lost(one, { cents: 5_000 }), book);
  const booked = life.log.at(-1);
  const old = { ...booked, data: upcast?.({ uid: terms.uid } as never) } as typeof booked;
  const { state } = life;
  const before = life.log.slice(0, -1).reduce(afterLifecycleEvent, emptyLifecycle());
  expect(old && afterLifecycleEvent(before, old)).toEqual(state);
});
