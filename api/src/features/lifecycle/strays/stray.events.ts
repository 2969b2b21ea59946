import type { AnyEventDeclaration } from '../../../event-sourcing/event.js';
import type { StrayEvent } from './stray.rules.js';

const operator = '7f0c3f0e-58a1-4c51-9a0f-3b7f2a6d9e11';
const transferId = '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03';
const declared = (type: StrayEvent['type'], summary: string, example: object): AnyEventDeclaration => ({
  type,
  schemaVersion: 1,
  summary,
  example,
});

/** Event declarations of stray charges; they hold no personal data. */
export const strayEvents: readonly AnyEventDeclaration[] = [
  {
    ...declared('StrayFound', 'The processor lists a charge that no transfer has recorded.', {
      paymentRef: 'pi_3QK9x2',
      transferId,
      cents: 12_690,
      isCharged: true,
      chargedAt: '2026-11-20T12:00:03.000Z',
      uid: '7f0c3f0e-58a1-4c51-9a0f-3b7f2a6d9e12',
      platform: 'Zelle',
      amountCents: 12_000,
    }),
    schemaVersion: 2,
    upcasts: { 1: (data: object) => ({ ...data, uid: null, platform: null, amountCents: null }) },
  },
  declared('StrayChecked', 'The processor reports new refunds or disputes of a stray charge.', {
    refundedCents: 5_000,
    refundingCents: 0,
    refundRef: 're_3QKa',
    disputes: [{ disputeRef: 'dp_1', cents: 7_690, state: 'open' }],
  }),
  declared('StrayPayoutReported', 'A rail reports a payout of the transfer of a stray charge.', {
    state: 'delivered',
    payoutRef: 'ABCD-1',
    providerAt: '2026-11-20T12:00:05.000Z',
  }),
  declared('StrayAdopted', 'The transfer of a stray charge has recorded it.', { transferId }),
  {
    ...declared(
      'StrayRefundProposed',
      'An operator asked to refund a stray charge, for a second one to agree.',
      {
        reason: 'The platform has no payout under its id.',
        operator,
      },
    ),
    schemaVersion: 2,
    upcasts: { 1: (data: object) => ({ ...data, reason: '' }) },
  },
  declared('StrayRefundRequested', 'A second operator agreed to the refund of a stray charge.', { operator }),
  declared('StrayRefunded', 'The processor returned a stray charge.', { refundRef: 're_3QKa' }),
  declared('StrayRefundFailed', 'The refund of a stray charge failed.', {
    refundRef: 're_3QKa',
  }),
  declared('StrayClosed', 'An operator closed a stray charge without a refund by Flip.', {
    reason: 'Refunded in the dashboard.',
    operator,
  }),
];
