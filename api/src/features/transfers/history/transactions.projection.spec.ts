import { foldView } from '../../../../../test/support/fold-view.js';
import { recorded } from '../../../../../test/support/given-when-then.js';
import { acceptedTransfer, refusedTransfer, sampleDraft } from '../../../../../test/support/sample-send.js';
import { transactionsProjection } from './transactions.projection.js';
import type { KycSubmitted } from '../../verification/verification-events.rules.js';
import type { SenderEvent } from '../sending/transfer.decider.js';

const uid = '7f0d2c4e-9d0b-4f6a-8c1e-3b5a7d9f1e2c';
const nowMs = Date.parse('2026-11-20T12:00:00.000Z');
const requested = acceptedTransfer(nowMs, { transferId: 't1', amountCents: 12_000, awaitsPayment: true });
const refused = refusedTransfer(nowMs, { transferId: 't2' });
const submitted: KycSubmitted = {
  type: 'KycSubmitted',
  data: { requestId: 'k1', fullName: 'Ana Torres', consentVersion: '1', locale: 'en' },
};
const released: SenderEvent = {
  type: 'AllowanceReleased',
  data: { transferId: 't1', amountCents: 12_000, cause: 'cancelled', sent: null },
};

const project = (...facts: readonly (SenderEvent | KycSubmitted)[]) =>
  foldView(
    transactionsProjection,
    facts.map((fact, index) => recorded(fact, index, { stream: `sender-${uid}` })),
  );

describe('the transactions of a sender', () => {
  it('show an accepted transfer with the field names and formats of the specification', () => {
    expect(Object.fromEntries(project(requested))).toEqual({
      t1: {
        id: 't1',
        uid,
        ...sampleDraft({ amountCents: 12_000 }),
        fees: { totalFee: '6.90', total: '126.90', breakdown: { flipFee: '3.00', processingFee: '3.90' } },
        createdAt: '2026-11-20T12:00:00.000Z',
        status: 'processing',
        payment: null,
        card: null,
        steps: [],
        cancellable: 'no',
        released: false,
      },
    });
  });

  it('do not include a refused attempt, nor other events of the sender', () => {
    expect([...project(refused, submitted).keys()]).toEqual([]);
  });

  it('mark an amount that no longer counts', () => {
    expect(project(requested, refused, released).get('t1')).toMatchObject({
      released: true,
    });
  });

  it('are the same when the log is replayed', () => {
    const log = [requested, refused, released];
    expect(JSON.stringify([...project(...log)])).toBe(JSON.stringify([...project(...log)]));
  });
});
