import type { Transaction } from '../../kernel/transfers.js';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { recorded } from '../../event-sourcing/given-when-then.js';
import { transactionsProjection } from './transactions.projection.js';
import type { SenderEvent } from './transfer.decider.js';

const uid = '7f0d2c4e-9d0b-4f6a-8c1e-3b5a7d9f1e2c';
const attempted = {
  transferId: 't1',
  recipient: 'Maya Okafor',
  platform: 'Cash App',
  handle: '$mayaokafor',
  amountCents: 12_000,
  note: '',
  fingerprint: 'f1',
} as const;
const requested: SenderEvent = {
  type: 'TransferRequested',
  data: {
    ...attempted,
    flipFeeCents: 300,
    processingFeeCents: 390,
    totalFeeCents: 690,
    totalCents: 12_690,
    feeSchedule: 'card-3pct-plus-30c',
    tier: 'unverified',
    usedBeforeCents: 0,
    requestedAt: '2026-11-20T12:00:00.000Z',
    awaitsPayment: true,
  },
};
const refused: SenderEvent = {
  type: 'TransferRefused',
  data: {
    ...attempted,
    transferId: 't2',
    reason: 'weekly_limit_exceeded',
    remainingCents: 0,
    refusedAt: '2026-11-20T12:01:00.000Z',
  },
};
const released: SenderEvent = {
  type: 'AllowanceReleased',
  data: { transferId: 't1', amountCents: 12_000, cause: 'cancelled' },
};

function project(...facts: readonly SenderEvent[]): ReadonlyMap<string, Transaction | null> {
  const documents = new Map<string, Transaction | null>();
  facts.forEach((fact, index) => {
    const event: RecordedEvent = recorded(fact, index, { stream: `sender-${uid}` });
    const key = transactionsProjection.key(event);
    if (key !== null) documents.set(key, transactionsProjection.apply(documents.get(key) ?? null, event));
  });
  return documents;
}

describe('the transactions of a sender', () => {
  it('show an accepted transfer with the field names and formats of the specification', () => {
    expect(Object.fromEntries(project(requested))).toEqual({
      t1: {
        id: 't1',
        uid,
        recipient: 'Maya Okafor',
        platform: 'Cash App',
        handle: '$mayaokafor',
        amount: '120.00',
        fees: { totalFee: '6.90', total: '126.90', breakdown: { flipFee: '3.00', processingFee: '3.90' } },
        createdAt: '2026-11-20T12:00:00.000Z',
        status: 'processing',
        payment: null,
        card: null,
        steps: [],
        cancellable: 'no',
        released: false,
        revisions: ['0'],
      },
    });
  });

  it('do not include a refused attempt', () => {
    expect([...project(refused).keys()]).toEqual([]);
  });

  it('mark an amount that no longer counts', () => {
    expect(project(requested, refused, released).get('t1')).toMatchObject({
      released: true,
      revisions: ['0', '2'],
    });
  });

  it('are the same when the log is replayed', () => {
    const log = [requested, refused, released];
    expect(JSON.stringify([...project(...log)])).toBe(JSON.stringify([...project(...log)]));
    expect(transactionsProjection.key(recorded({ type: 'KycSubmitted', data: {} }))).toBeNull();
  });
});
