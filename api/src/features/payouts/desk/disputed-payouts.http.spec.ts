import { DESK_START, deskOf, openDesk } from '../../../../../test/support/desk-app.js';
import { live } from '../../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import type { TransferLife } from '../../../../../test/support/transfer-life.js';
import { ProviderUnknown } from '../../../engine/providers/provider-unknown.js';
import { CardPayments, type PaymentWebhook } from '../../lifecycle/payment/card-payments.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import type { Terms } from '../../lifecycle/state/lifecycle-events.rules.js';

let app: TestApp;
const { act, life, listed, olga } = deskOf(() => app);

beforeEach(async () => {
  app = await openDesk();
});
afterEach(() => app.close());

/** Records a transfer as if its life had been decided. */
async function record(of: Partial<Terms>, happens: (one: TransferLife) => void): Promise<string> {
  const one = life({ platform: 'Venmo', handle: '@mayaokafor', ...of });
  happens(one);
  return live(app, one);
}
const dispute = (life: TransferLife, outcome: 'lost' | null) =>
  life.do({
    type: 'RecordDispute',
    disputeRef: 'dp_1',
    reason: 'fraudulent',
    providerAt: life.at,
    outcome,
    cents: null,
  });

/** The processor lists these disputes of the charge. */
function atProcessor(disputesOf: CardPayments['disputesOf']): void {
  app.get<{ disputesOf: CardPayments['disputesOf'] }>(CardPayments).disputesOf = disputesOf;
}
const listedDispute = (reason: 'lost'): PaymentWebhook => ({
  provider: 'stripe',
  eventId: 'listed:dp_1:lost',
  name: 'dispute.listed.lost',
  providerAt: DESK_START,
  subject: 'dispute_closed',
  ref: 'dp_1',
  paymentRef: 'pi_1',
  reason,
  transferId: null,
  cents: null,
  dueBy: null,
});

describe('a payout with a disputed charge', () => {
  it('is a task while the platform has not answered the recall, and then the bank’s', async () => {
    const recall = (life: TransferLife) => {
      life.toSubmitted().paidOut('unclaimed');
      dispute(life, null);
    };
    const id = await record({}, recall);
    expect(await listed()).toMatchObject([{ transferId: id, kind: 'recall', isDisputed: true }]);
    const returned = await record({}, (life) => {
      recall(life);
      life.paidOut('returned');
    });
    expect(await listed('dispute')).toMatchObject([{ transferId: returned }]);
  });

  it('is a task for a suspicious case, too, until it is returned', async () => {
    const id = await record({}, (life) => {
      life.toSubmitted().paidOut('unclaimed');
      life.cancel('suspicious');
    });
    expect(await listed()).toMatchObject([{ transferId: id, kind: 'recall', isDisputed: false }]);
    expect((await act(olga(), id, 'reveal')).body.code).toBe('not_revealed');
  });

  it('cannot be claimed at the desk, and warns the operator who has claimed it', async () => {
    const desk = { platform: 'Zelle', handle: 'maya@example.com' } as const;
    const waiting = await record(desk, (life) => {
      life.toCaptured();
      dispute(life, null);
    });
    expect((await act(olga(), waiting, 'claim')).body.code).toBe('not_claimable');
    const claimed = await record(desk, (life) => {
      life.toSubmitted('olga');
      dispute(life, null);
    });
    expect(await listed('outcome')).toMatchObject([{ transferId: claimed, isDisputed: true }]);
  });

  it('names reason, amount and deadline, and what the bank is to be answered with', async () => {
    const dueBy = '2026-12-09T23:59:59.000Z';
    const opened = {
      type: 'RecordDispute',
      disputeRef: 'dp_1',
      reason: 'fraudulent',
      outcome: null,
    } as const;
    const id = await record({}, (life) => {
      life.toRefunded();
      life.do({ ...opened, providerAt: life.at, cents: 5_000, dueBy });
    });
    expect(await listed('dispute')).toMatchObject([
      {
        transferId: id,
        disputes: [{ reason: 'fraudulent', amount: '50.00', dueBy }],
        paidBack: { amount: '126.90', at: DESK_START, reference: 're_1' },
      },
    ]);
    const later = '2026-12-16T23:59:59.000Z';
    const transfers = app.get(Transfers);
    const changed = { ...opened, providerAt: DESK_START, cents: 5_000, dueBy: later };
    await transfers.decide(id, { kind: 'provider', id: 'stripe' }, changed);
    await app.caughtUp();
    expect(await listed('dispute')).toMatchObject([{ disputes: [{ dueBy: later }] }]);
    const delivered = await record({}, (life) => {
      life.toDelivered();
      dispute(life, null);
    });
    expect(await listed('dispute')).toContainEqual(
      expect.objectContaining({
        transferId: delivered,
        disputes: [expect.objectContaining({ amount: '126.90', dueBy: null })],
        paidBack: null,
      }),
    );
  });

  it('is not claimed once the processor, which is asked first, reports the dispute', async () => {
    const id = await record({ platform: 'Zelle', handle: 'maya@example.com' }, (life) => life.toCaptured());
    const asked: string[] = [];
    atProcessor((paymentRef) => {
      asked.push(paymentRef);
      return Promise.resolve([listedDispute('lost')]);
    });
    expect((await act(olga(), id, 'claim')).body.code).toBe('not_claimable');
    expect(asked).toEqual(['pi_1']);
    // It is recorded.
    atProcessor(() => Promise.resolve([]));
    expect((await act(olga(), id, 'claim')).body.code).toBe('not_claimable');
  });

  it('is claimed as recorded while the processor does not answer', async () => {
    const id = await record({ platform: 'Zelle', handle: 'maya@example.com' }, (life) => life.toCaptured());
    atProcessor(() => Promise.reject(new ProviderUnknown('no answer')));
    expect((await act(olga(), id, 'claim')).status).toBe(204);
  });

  it('is a loss after a refund as well, booked as it was read', async () => {
    const id = await record({}, (life) => {
      life.toRefunded();
      dispute(life, 'lost');
    });
    const person = olga();
    const loss = { amount: '126.90', booked: '0.00' };
    expect(await listed('lost', person)).toMatchObject([{ transferId: id, loss }]);
    const book = (amount: string) => act(person, id, 'confirm', { kind: 'lost', loss: amount });
    expect((await book('120.00')).body.code).toBe('report_differs');
    expect((await act(person, id, 'confirm', { kind: 'lost' })).status).toBe(400);
    expect((await book('126.90')).status).toBe(204);
    expect(await listed('open', person)).toEqual([]);
  });

  it('is a loss when it was delivered all the same, until an operator has booked it', async () => {
    const id = await record({}, (life) => {
      life.toDelivered();
      dispute(life, 'lost');
    });
    const person = olga();
    expect(await listed('lost', person)).toMatchObject([{ transferId: id, amount: '120.00' }]);
    const booked = { kind: 'lost', loss: '126.90' };
    expect((await act(person, id, 'confirm', booked)).status).toBe(204);
    expect(await listed('open', person)).toEqual([]);
    expect((await act(person, id, 'confirm', booked)).body.code).toBe('not_claimable');
  });
});
