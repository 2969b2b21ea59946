import { DAY, TransferLife } from '../../../../../test/support/transfer-life.js';
import type { CardPayments, PaymentState } from './card-payments.js';
import type { Payouts } from '../payout/payouts.js';
import { ProviderCalls } from '../worker/provider-calls.js';

/** What is recorded for an authorization without an outcome, and whether it asked the bank. */
async function authorize(life: TransferLife, known: readonly PaymentState[]) {
  const authorized = jest.fn(() => Promise.resolve({ state: 'authorized' }));
  const processor = { authorize: authorized, paymentsOf: () => Promise.resolve(known) };
  const calls = new ProviderCalls(
    processor as unknown as CardPayments,
    {} as Payouts,
    { now: () => life.nowMs },
    { PORT: 3000, HOST: '127.0.0.1' } as never,
  );
  const { transferId } = life.of;
  const decision = await calls.make({ call: 'authorize', transferId, state: life.state });
  return { decision, timesAsked: authorized.mock.calls.length };
}

function requested(): TransferLife {
  const life = new TransferLife();
  life.pay();
  return life;
}

describe('an authorization without an outcome', () => {
  it('is repeated while the processor still stores its key', async () => {
    const { decision, timesAsked } = await authorize(requested().wait(DAY / 2), []);
    expect([decision, timesAsked]).toEqual([
      expect.objectContaining({ outcome: { state: 'authorized' } }),
      1,
    ]);
  });

  it('is only looked up after a day: an existing one is recorded, and no new one is made', async () => {
    const made: PaymentState = {
      state: 'authorized',
      paymentRef: 'pi_1',
      providerAt: '2026-11-20T12:00:00.000Z',
      cents: 12_690,
    };
    const found = await authorize(requested().wait(DAY), [made]);
    expect([found.decision, found.timesAsked]).toEqual([expect.objectContaining({ outcome: made }), 0]);
    const life = requested().wait(DAY);
    life.elapse();
    const { decision, timesAsked } = await authorize(life, []);
    expect(timesAsked).toBe(0);
    expect(life.do(decision)).toEqual(['PaymentDeclined', 'TransferDeclined']);
  });
});

describe('a payment abandoned for another card', () => {
  const asked = () => {
    const life = requested();
    life.answered('requires_action');
    life.abandon();
    return life;
  };
  /** What is recorded, and the keys of the ends that it asked the processor for. */
  async function end(life: TransferLife, found: 'requires_action' | 'authorized') {
    const keys: string[] = [];
    const at = { paymentRef: 'pi_1', providerAt: life.at, cents: 12_690 };
    const cancel = (_: string, key: string) => {
      keys.push(key);
      return Promise.resolve({ state: 'cancelled', ...at });
    };
    const processor = { find: () => Promise.resolve({ state: found, ...at }), cancel };
    const calls = new ProviderCalls(
      processor as unknown as CardPayments,
      {} as Payouts,
      { now: () => life.nowMs },
      {} as never,
    );
    const { transferId } = life.of;
    const command = await calls.make({ call: 'void', transferId, state: life.state });
    return { recorded: life.do(command), keys };
  }

  it('is cancelled under the key of its own attempt', async () => {
    const life = asked();
    const first = await end(life, 'requires_action');
    expect(first).toEqual({ recorded: ['PaymentVoided'], keys: ['transfer:t1:void:1'] });
    life.pay('second');
    life.answered('requires_action');
    life.abandon();
    expect((await end(life, 'requires_action')).keys).toEqual(['transfer:t1:void:2']);
  });

  it('is not cancelled once its bank has confirmed it, unless the transfer is cancelled', async () => {
    expect(await end(asked(), 'authorized')).toEqual({ recorded: ['PaymentAuthorized'], keys: [] });
    const cancelled = asked();
    cancelled.cancel();
    const { recorded, keys } = await end(cancelled, 'authorized');
    expect([recorded, keys]).toEqual([['PaymentVoided', 'TransferCancelled'], ['transfer:t1:void:1']]);
  });
});

it('a refund excludes the part that the bank has returned in a dispute', async () => {
  const life = new TransferLife().toCaptured();
  const dispute = { disputeRef: 'dp_1', reason: 'fraudulent', outcome: 'lost', cents: 2_000 } as const;
  life.do({ type: 'RecordDispute', ...dispute, providerAt: life.at });
  life.cancel();
  const refund = jest.fn(({ cents }: { readonly cents: number }) =>
    Promise.resolve({ state: 'completed', refundRef: `re_${cents}`, providerAt: life.at, cents }),
  );
  const calls = new ProviderCalls(
    { refund } as unknown as CardPayments,
    {} as Payouts,
    { now: () => life.nowMs },
    {} as never,
  );
  const { transferId } = life.of;
  const command = await calls.make({ call: 'refund', transferId, state: life.state });
  expect(command).toMatchObject({ outcome: { refundRef: 're_10690' } });
});
