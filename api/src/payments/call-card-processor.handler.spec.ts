import { DAY, TransferLife } from '../../../test/support/transfer-life.js';
import { CallCardProcessor } from '../lifecycle/provider-call.js';
import { CallCardProcessorHandler } from './call-card-processor.handler.js';
import type { CardPayments, PaymentState } from './card-payments.js';

/** What the handler answers for an authorization without an outcome, and whether it asked the bank. */
async function authorize(life: TransferLife, known: readonly PaymentState[]) {
  const authorized = jest.fn(() => Promise.resolve({ state: 'authorized' }));
  const processor = { authorize: authorized, paymentsOf: () => Promise.resolve(known) };
  const handler = new CallCardProcessorHandler(
    processor as unknown as CardPayments,
    { now: () => life.nowMs },
    { PORT: 3000, HOST: '127.0.0.1' } as never,
  );
  const { transferId } = life.of;
  const asked = new CallCardProcessor({ call: 'authorize', transferId, state: life.state });
  const decision = await handler.execute(asked);
  return { decision, timesAsked: authorized.mock.calls.length };
}

function requested(): TransferLife {
  const life = new TransferLife();
  life.pay();
  return life;
}

describe('an authorization without an outcome', () => {
  it('is repeated while the processor knows its key', async () => {
    const { decision, timesAsked } = await authorize(requested().wait(DAY / 2), []);
    expect([decision, timesAsked]).toEqual([
      expect.objectContaining({ outcome: { state: 'authorized' } }),
      1,
    ]);
  });

  it('is only looked for a day later: what was made is taken, and nothing is reserved for a send of yesterday', async () => {
    const made: PaymentState = {
      state: 'authorized',
      paymentRef: 'pi_1',
      providerAt: '2026-11-20T12:00:00.000Z',
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
