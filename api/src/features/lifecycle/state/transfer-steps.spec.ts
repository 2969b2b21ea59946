import { noStrays } from '../../../../../test/support/no-strays.js';
import { MINUTE, REQUESTED_AT, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import type { ProviderCalls } from '../worker/provider-calls.js';
import { ProviderBusy } from '../../../engine/providers/provider-unknown.js';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import { TransferSteps } from './transfer-steps.js';
import type { Transfers } from './transfers.js';

/** The steps of one life, whose provider calls are these. */
function stepsOf(
  life: TransferLife,
  make: () => Promise<unknown>,
  disputes: readonly UndatedLifecycleCommand[] = [],
): TransferSteps {
  const transfers = {
    stateOf: () => Promise.resolve(life.state),
    decide: (_: string, _by: object, command: UndatedLifecycleCommand) =>
      Promise.resolve({ events: life.do(command), state: life.state }),
  };
  const clock = { now: () => life.nowMs };
  const disputesOf = () => Promise.resolve(disputes);
  const calls = { make, disputesOf } as unknown as ProviderCalls;
  return new TransferSteps(transfers as unknown as Transfers, calls, clock, noStrays);
}

/** The command that records the rail's answer. */
function paidOut(state: 'pending' | 'unclaimed'): UndatedLifecycleCommand {
  const providerAt = new Date(REQUESTED_AT).toISOString();
  const outcome = { state, payoutRef: 'po_1', providerAt, cents: terms.amountCents };
  return { type: 'RecordPayout', outcome, refundFees: true };
}

/** How often the rail, which takes a tenth of a second, is asked in an hour about a payout of which it has nothing new to tell. */
async function askedInAnHour(state: 'pending' | 'unclaimed'): Promise<number> {
  const life = new TransferLife().toSubmitted();
  life.paidOut(state);
  let asked = 0;
  const steps = stepsOf(life, () => {
    asked += 1;
    life.wait(100);
    return Promise.resolve(paidOut(state));
  });
  const begunMs = life.nowMs;
  for (let look = 1; look <= 120; look += 1) {
    const provider = await steps.next(life.of.transferId);
    if (provider) await steps.call(life.of.transferId, provider);
    life.wait(begunMs + (look * MINUTE) / 2 - life.nowMs);
  }
  return asked;
}

it('rarely queries a payout while its recipient has a month to claim it', async () => {
  expect([await askedInAnHour('pending'), await askedInAnHour('unclaimed')]).toEqual([120, 4]);
});

it('repeats a call exactly when a provider that asked for no call allows it again', async () => {
  const life = new TransferLife().toSubmitted();
  const { transferId } = life.of;
  const steps = stepsOf(life, () => Promise.reject(new ProviderBusy('paypal', 40)));
  for (let times = 0; times < 3; times += 1) {
    expect(await steps.call(transferId, 'payouts')).toBe('failed');
    life.wait(39_999);
    expect(await steps.next(transferId)).toBeNull();
    life.wait(1);
    expect(await steps.next(transferId)).toBe('payouts');
  }
});

it('looks a payout up only when its webhook has not come for half a minute', async () => {
  const life = new TransferLife().toSubmitted();
  const { transferId } = life.of;
  const steps = stepsOf(life, () => Promise.resolve(paidOut('pending')));
  expect(await steps.next(transferId)).toBe('payouts');
  expect(await steps.call(transferId, 'payouts')).toBe('answered');
  expect([life.state.payout?.state, await steps.next(transferId)]).toEqual(['pending', null]);
  life.wait(MINUTE / 2);
  expect(await steps.next(transferId)).toBe('payouts');
});

it.each([
  ['lost', 'refunded'],
  [null, 'captured'],
] as const)(
  'pays a charge out that a restored log lost only if no bank disputes it: %s',
  async (outcome, stage) => {
    const life = new TransferLife();
    life.pay();
    life.answered('captured');
    const providerAt = new Date(life.nowMs).toISOString();
    const cents = terms.totalCents;
    const dispute = { type: 'RecordDispute', disputeRef: 'dp_1', providerAt, reason: 'fraudulent' } as const;
    const steps = stepsOf(life, () => Promise.resolve({ type: 'RecordChargeCheck', refunds: [] }), [
      { ...dispute, outcome, cents, dueBy: null },
    ]);
    expect(await steps.call(life.of.transferId, 'cards')).toBe('answered');
    expect([life.state.stage, life.state.payout]).toEqual([stage, null]);
  },
);
