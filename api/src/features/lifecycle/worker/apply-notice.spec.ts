import { terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import { newContext } from '../../../../../test/support/till.js';
import { transfersOf } from '../../../../../test/support/transfers-of.js';
import { ApplyNotice, ApplyNoticeHandler } from './apply-notice.command.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import type { PaymentNotice } from './notices.rules.js';
import type { StrayCharges } from '../strays/stray-charges.js';
import type { ProviderCalls } from './provider-calls.js';

/**
 * Applies a webhook, about the payment unless changed; the processor is asked and never responds. Returns the calls it got and the
 * transfers whose stray charges were looked up.
 */
async function calledFor(
  life: TransferLife,
  name: string,
  changes: Partial<PaymentNotice['data']> = {},
): Promise<readonly unknown[]> {
  const called: unknown[] = [];
  const make = ({ call }: { readonly call: string }) => {
    called.push(call);
    return new Promise<UndatedLifecycleCommand>(() => undefined);
  };
  const handler = new ApplyNoticeHandler(
    transfersOf(life),
    { make } as unknown as ProviderCalls,
    {
      noticed: (transferId: string) => Promise.resolve((called.push(transferId), [])),
    } as unknown as StrayCharges,
    {} as never,
  );
  const notice: PaymentNotice['data'] = {
    provider: 'stripe',
    eventId: 'evt_1',
    name,
    providerAt: life.at,
    subject: 'payment',
    ref: 'pi_1',
    paymentRef: 'pi_1',
    transferId: life.of.transferId,
    reason: null,
    cents: null,
    dueBy: null,
    ...changes,
  };
  await handler.execute(new ApplyNotice({ type: 'ApplyPaymentNotice', notice }, newContext()));
  return called;
}

it('does not wait for a processor that does not respond, since the worker polls', async () => {
  const life = new TransferLife();
  life.pay();
  life.answered('requires_action');
  expect(await calledFor(life, 'payment_intent.amount_capturable_updated')).toEqual(['poll_payment']);
});

it('does not query the processor about a recorded reservation, or about what an outstanding call will return', async () => {
  const life = new TransferLife().toAuthorized();
  expect(await calledFor(life, 'payment_intent.amount_capturable_updated')).toEqual([]);
  life.do({ type: 'RequestCapture' });
  expect(await calledFor(life, 'payment_intent.succeeded')).toEqual([]);
});

it.each([
  ['pi_1', 'refunded'],
  [null, 'refunded'],
  ['pi_2', 'captured'],
] as const)(
  'takes a lost dispute of %s as one of its charge, unless it names another',
  async (paymentRef, stage) => {
    const life = new TransferLife().toCaptured();
    const dispute = {
      subject: 'dispute_closed',
      ref: 'dp_1',
      reason: 'lost',
      cents: terms.totalCents,
    } as const;
    const called = await calledFor(life, 'charge.dispute.closed', { ...dispute, paymentRef });
    expect([called, life.state.stage]).toEqual([paymentRef === 'pi_2' ? [life.of.transferId] : [], stage]);
  },
);
