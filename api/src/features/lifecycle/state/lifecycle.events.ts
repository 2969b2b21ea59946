import type { AnyEventDeclaration } from '../../../event-sourcing/event.js';
import { comparisonEvents } from '../reconcile/comparison.events.js';
import { declare, uid } from './declare-lifecycle-event.js';
import type { Terms } from './lifecycle-events.rules.js';

const providerAt = '2026-11-20T12:00:03.000Z';
const paymentRef = 'pi_3QK9x2';
const caseId = '5a7c1f0e-3b2d-5c4e-9f60-718293a4b5c6';

const terms: Terms = {
  uid,
  transferId: '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03',
  recipient: 'Maya Okafor',
  platform: 'Venmo',
  handle: '@mayaokafor',
  amountCents: 12_000,
  note: 'Dinner on Friday',
  totalFeeCents: 690,
  totalCents: 12_690,
  requestedAt: '2026-11-20T12:00:00.000Z',
  requestRevision: 7,
};

const attempt = 1;
const NONE = {};
const words = 'This account cannot receive payments.';
const WITH_WORDS = {
  schemaVersion: 2,
  personal: ['words'],
  upcasts: { 1: (data: object) => ({ ...data, words: '' }) },
} as const;

/** Event declarations of the life of a transfer on `transfer-{transferId}`. */
export const lifecycleEvents: readonly AnyEventDeclaration[] = [
  declare('PaymentAwaited', ['A transfer waits for its payment by card.', terms], {
    schemaVersion: 2,
    upcasts: { 1: (data: object) => ({ ...data, requestRevision: null }) },
    personal: ['recipient', 'handle', 'note'],
  }),
  declare(
    'PaymentRequested',
    [
      'The sender chose a card to pay with; the processor is called next.',
      {
        attempt,
        requestId: '4c9d1b52-7f5e-4a0e-8a44-1d9f6c0b7a10',
        card: {
          paymentMethodRef: 'pm_1QK9wZ',
          customerRef: 'cus_R2a',
          brand: 'visa',
          last4: '5556',
          expMonth: 8,
          expYear: 2029,
          funding: 'debit',
          saveCard: false,
        },
      },
    ],
    { personal: ['card.last4'] },
  ),
  declare(
    'PaymentActionRequired',
    [
      "The sender's bank requires a confirmation.",
      { attempt, paymentRef, providerAt, actionUrl: 'https://bank.example/3ds/8f2' },
    ],
    { personal: ['actionUrl'] },
  ),
  declare('PaymentAuthorized', ['The total is reserved on the card.', { attempt, paymentRef, providerAt }]),
  declare('PaymentDeclined', ['The card was declined.', { attempt, group: 'contact_bank', providerAt }]),
  declare('CaptureRequested', ['The reservation is to be charged.', NONE]),
  declare('PaymentCaptured', ['The card was charged.', { providerAt, totalCents: 12_690 }]),
  declare('VoidRequested', ['The reservation is to be released.', NONE]),
  declare('PaymentVoided', ['The reservation was released; nothing was charged.', { providerAt }]),
  declare(
    'HoldPlaced',
    [
      'A case holds the transfer.',
      { caseId, by: 'lead', note: 'The sender does not answer. We wait for the bank.' },
    ],
    {
      schemaVersion: 2,
      personal: ['note'],
      upcasts: { 1: (data: object) => ({ ...data, by: 'rule', note: '' }) },
      safety: ({ caseId }) => caseId,
    },
  ),
  declare(
    'HoldReleased',
    [
      'The case that held the transfer released it.',
      { caseId, by: 'lead', note: 'The bank has confirmed the sender.' },
    ],
    {
      schemaVersion: 2,
      personal: ['note'],
      upcasts: { 1: (data: object) => ({ ...data, by: 'review', note: '' }) },
      safety: ({ caseId }) => caseId,
    },
  ),
  declare('CancelRequested', ['The transfer is to end without a payout.', { cause: 'sender' }]),
  declare('TransferCancelled', ['The transfer ended; nothing was charged.', { cause: 'sender' }]),
  declare('TransferDeclined', ['No card was accepted in time; the transfer ended.', NONE]),
  declare('PayoutSubmitted', [
    'The payout is to be made; from here the sender can no longer cancel.',
    { route: 'paypal', amountCents: 12_000, operator: null },
  ]),
  declare('PayoutAccepted', [
    'The platform accepted the payout; it is not delivered yet.',
    { providerAt, payoutRef: 'ABCD-1', state: 'pending' },
  ]),
  declare(
    'PayoutRecallRequested',
    ['The sender, a dispute or a review requires that an unclaimed payout be returned.', { by: 'dispute' }],
    { schemaVersion: 2, upcasts: { 1: (data: object) => ({ ...data, by: 'sender' }) } },
  ),
  declare(
    'PayoutOutcomeProposed',
    [
      'An operator reported the outcome of a large payout, for a second one to agree.',
      { outcome: 'failed', reference: 'blocked', words, operator: uid },
    ],
    WITH_WORDS,
  ),
  declare('PayoutReleased', [
    'An operator released a claim or report; the payout is to be looked up at the platform.',
    { operator: uid },
  ]),
  declare('PayoutGivenBack', ['An operator gave a claim back before anything was sent.', { operator: uid }]),
  declare('PayoutClaimed', ['An operator claimed a payout that was given back.', { operator: uid }]),
  declare('PayoutConfirmed', ['The platform confirmed the payout.', { reference: 'ABCD-1', providerAt }]),
  declare(
    'PayoutFailed',
    ['The payout definitely failed.', { reason: 'blocked', words, by: 'operator', providerAt }],
    {
      ...WITH_WORDS,
      schemaVersion: 3,
      // Who reported it was not recorded: taken as the rail's, which never continues a payout.
      upcasts: { ...WITH_WORDS.upcasts, 2: (data: object) => ({ ...data, by: 'rail' }) },
    },
  ),
  declare('PayoutReturned', ['The platform returned the payout.', { reason: 'expired', providerAt }]),
  declare(
    'PayoutContradicted',
    [
      'The platform delivered, or may still deliver, a payout that is recorded as failed.',
      { payoutRef: 'ABCD-1', providerAt, found: 'delivered' },
    ],
    { schemaVersion: 2, upcasts: { 1: (data: object) => ({ ...data, found: 'delivered' }) } },
  ),
  declare('ContradictionResolved', [
    'An operator has resolved it, or the platform returned the money.',
    NONE,
  ]),
  declare('LossResolved', ['An operator has booked the loss, which a bank took back.', { cents: 12_690 }], {
    schemaVersion: 2,
    upcasts: { 1: (data: object) => ({ ...data, cents: null }) },
  }),
  declare('TransferDelivered', ['The recipient has the money.', { amountCents: 12_000 }]),
  declare('RefundInitiated', [
    'The charge is to be refunded.',
    { attempt, cents: 12_690, cause: 'payout_failed', delivered: false },
  ]),
  declare('RefundAccepted', ['The processor accepted the refund.', { refundRef: 're_3QKa', providerAt }]),
  declare(
    'RefundCompleted',
    ['The processor completed the refund.', { refundRef: 're_3QKa', cents: 12_690, providerAt }],
    { schemaVersion: 2, upcasts: { 1: (data: object) => ({ ...data, cents: null }) } },
  ),
  declare('RefundFailed', [
    'The refund failed; an operator takes over.',
    { refundRef: 're_3QKa', providerAt },
  ]),
  declare('TransferRefunded', ['The money is back with the sender.', { cents: 12_690 }]),
  declare(
    'RefundSettlementProposed',
    [
      'An operator reported that a failed refund was paid back another way, for a second one to agree.',
      { way: 'check', reference: '1042', operator: uid },
    ],
    { personal: ['reference'] },
  ),
  declare('RefundSettlementReleased', ['An operator withdrew that report.', { operator: uid }]),
  declare(
    'RefundSettled',
    ['A failed refund was paid back another way.', { way: 'check', reference: '1042', cents: 12_690 }],
    { personal: ['reference'] },
  ),
  declare(
    'PaymentDisputed',
    [
      "The sender's bank disputes the charge.",
      {
        disputeRef: 'dp_1QK',
        reason: 'fraudulent',
        cents: 12_690,
        providerAt,
        dueBy: '2026-12-09T23:59:59.000Z',
      },
    ],
    { schemaVersion: 2, upcasts: { 1: (data: object) => ({ ...data, cents: null, dueBy: null }) } },
  ),
  declare('DisputeDeadlineChanged', [
    'The bank has another deadline for an answer to an open dispute.',
    { disputeRef: 'dp_1QK', dueBy: '2026-12-16T23:59:59.000Z', providerAt },
  ]),
  declare(
    'DisputeClosed',
    ['The dispute ended.', { disputeRef: 'dp_1QK', outcome: 'won', cents: null, providerAt }],
    { schemaVersion: 2, upcasts: { 1: (data: object) => ({ ...data, cents: null }) } },
  ),
  declare(
    'ProblemReported',
    [
      'The sender reported a problem.',
      { problemId: 'P-2D9D3F6A-1C04F2', text: 'Maya says nothing arrived.' },
    ],
    { personal: ['text'] },
  ),
  ...comparisonEvents,
  declare(
    'ProblemResolved',
    [
      'An operator closed a reported problem and answered its sender.',
      { problemId: 'P-2D9D3F6A-1C04F2', answer: 'Zelle delivered it to the address you entered.' },
    ],
    {
      schemaVersion: 2,
      personal: ['answer'],
      upcasts: { 1: (data: object) => ({ ...data, answer: '' }) },
    },
  ),
];
