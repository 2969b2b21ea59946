import { DAY, TransferLife } from '../../../../../test/support/transfer-life.js';
import type { Config } from '../../../config/config.js';
import type { CardPayments } from '../payment/card-payments.js';
import { nextCallOf } from '../state/next-call.rules.js';
import type { Payouts } from './payouts.js';
import { ProviderCalls } from '../worker/provider-calls.js';

const named = { payoutId: 't1', payoutRef: 'po_1' };

/** The call that the rail gets for what the transfer waits for. */
async function calledFor(life: TransferLife): Promise<readonly unknown[]> {
  const calls: unknown[] = [];
  const answer = { state: 'pending', payoutRef: 'po_1', providerAt: life.at, cents: 12_000 } as const;
  const called = (name: string) => (payout: { readonly payoutId: string }) => {
    calls.push(name, payout);
    return Promise.resolve(answer);
  };
  const rail = { submit: called('submit'), find: called('find'), cancel: called('cancel') };
  const config = { REFUND_FEES_ON_RETURN: true } as Config;
  const clock = { now: () => life.nowMs };
  const providers = new ProviderCalls({} as CardPayments, rail as unknown as Payouts, clock, config);
  const call = nextCallOf(life.state);
  if (!call) throw new Error('It waits for nothing');
  await providers.make({ call, transferId: 't1', state: life.state });
  return calls;
}

it('repeats a payout without a reference of the rail, until the rail may have forgotten its id', async () => {
  const life = new TransferLife().toSubmitted();
  expect(await calledFor(life.wait(28 * DAY))).toEqual([
    'submit',
    expect.objectContaining({ payoutId: 't1' }),
  ]);
  await expect(calledFor(life.wait(2 * DAY))).rejects.toMatchObject({ name: 'ProviderUnknown' });
});

it("queries a payout by the rail's reference, however old it is", async () => {
  const life = new TransferLife().toSubmitted();
  life.paidOut('pending');
  expect(await calledFor(life)).toEqual(['find', named]);
  life.paidOut('unclaimed');
  expect(await calledFor(life.wait(40 * DAY))).toEqual(['find', named]);
});

it('recalls an unclaimed payout by that reference', async () => {
  const life = new TransferLife().toSubmitted();
  life.paidOut('unclaimed');
  life.cancel();
  expect(await calledFor(life.wait(40 * DAY))).toEqual(['cancel', named]);
});

it.each(['poll_payout', 'recall_payout'] as const)(
  '%s never pays out what the rail has not named',
  async (call) => {
    const paid: unknown[] = [];
    const submit = (payout: unknown) => Promise.resolve(paid.push(payout));
    const { state, nowMs } = new TransferLife().toSubmitted();
    const rail = { submit } as unknown as Payouts;
    const calls = new ProviderCalls({} as CardPayments, rail, { now: () => nowMs }, {} as Config);
    await expect(calls.make({ call, transferId: 't1', state })).rejects.toThrow('no reference');
    expect(paid).toEqual([]);
  },
);
