import { detail, receiptLinesOf } from './receipts.js';
import type { Transaction, TransferDraft, TransferStep } from './transfers.js';

const steps: readonly TransferStep[] = [
  { step: 'authorized', at: '12:00', reference: 'pi_1' },
  { step: 'captured', at: '12:01' },
  { step: 'payout_accepted', at: '12:02', reference: 'po_1' },
];
const transfer = (status: Transaction['status'], ...more: readonly TransferStep[]) =>
  ({
    status,
    handle: '$maya',
    card: null,
    createdAt: '11:59',
    steps: [...steps, ...more],
  }) as unknown as Transaction;

describe('the lines of a receipt', () => {
  it('omit what is not known, and name the payout by its newest reference', () => {
    const sent = receiptLinesOf(transfer('sent'));
    expect(sent.refund).toBeNull();
    expect(sent.times.map(([step]) => step)).toEqual(['requested', 'captured', 'payout_accepted']);
    expect(sent.details).toEqual([
      ['handle', '$maya'],
      ['paymentReference', 'pi_1'],
      ['platformReference', 'po_1'],
    ]);
    const delivered = receiptLinesOf(
      transfer('delivered', { step: 'delivered', at: '12:03', reference: 'D-1' }),
    );
    expect(delivered.details).toContainEqual(['platformReference', 'D-1']);
  });

  it('date a payout by hand, once it is delivered, from when somebody began it', () => {
    const of = (...more: readonly TransferStep[]) => {
      const { steps: all, ...rest } = transfer(
        'delivered',
        { step: 'payout_submitted', at: '12:02' },
        ...more,
      );
      return receiptLinesOf({ ...rest, steps: all.filter(({ step }) => step !== 'payout_accepted') });
    };
    expect(of({ step: 'delivered', at: '12:03' }).times).toContainEqual(['payout_accepted', '12:02']);
    expect(of().times).toHaveLength(2);
  });

  it('state that the money is back only once the processor has confirmed the refund', () => {
    const started = { step: 'refund_initiated', at: '12:04', amount: '21.90' } as const;
    const confirmed = { step: 'refunded', at: '12:05', reference: 're_1' } as const;
    expect(receiptLinesOf(transfer('refunding', started)).refund).toEqual(['refundStarted', '21.90']);
    const back = receiptLinesOf(transfer('refunded', started, confirmed));
    expect(back.refund).toEqual(['refunded', '21.90']);
    expect(back.times.slice(-2)).toEqual([
      ['refund_initiated', '12:04'],
      ['refunded', '12:05'],
    ]);
    expect(back.details).toContainEqual(['refundReference', 're_1']);
  });

  it('have no code of a fixed list for a text', () => {
    // Each field that a sender fills in.
    const draft: Required<TransferDraft> = {
      recipient: 'Maya Okafor',
      platform: 'Venmo',
      handle: '@maya',
      amount: '21.90',
      note: 'Rent for May',
    };
    const { steps: all, ...rest } = transfer('delivered');
    const { details } = receiptLinesOf({ ...rest, ...draft, steps: all });
    expect(details.map(([name]) => name)).toContain('note');
    for (const [, text] of details.filter(([name]) => !name.endsWith('Reference')))
      expect(text).not.toMatch(/^[a-z]+(_[a-z]+)*$/);
    const code = 'gift' as 'gift' | 'rent';
    // @ts-expect-error -- a code is the key of a text
    detail('note', code);
  });
});
