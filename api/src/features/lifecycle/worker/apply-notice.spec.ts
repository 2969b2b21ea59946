import { noStrays } from '../../../../../test/support/no-strays.js';
import { TransferLife } from '../../../../../test/support/transfer-life.js';
import { newContext } from '../../../../../test/support/till.js';
import { transfersOf } from '../../../../../test/support/transfers-of.js';
import { ApplyNotice, ApplyNoticeHandler } from './apply-notice.command.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import type { PaymentNotice } from './notices.rules.js';
import type { ProviderCalls } from './provider-calls.js';

/** Applies a webhook about the payment; the processor is asked and never responds. Returns the calls it got. */
async function calledFor(life: TransferLife, name: string): Promise<readonly unknown[]> {
  const called: unknown[] = [];
  const make = ({ call }: { readonly call: string }) => {
    called.push(call);
    return new Promise<UndatedLifecycleCommand>(() => undefined);
  };
  const handler = new ApplyNoticeHandler(
    transfersOf(life),
    { make } as unknown as ProviderCalls,
    noStrays,
    {} as never,
  );
  const notice: PaymentNotice['data'] = {
    provider: 'stripe',
    eventId: 'evt_1',
    name,
    providerAt: life.at,
    subject: 'payment',
    ref: 'pi_1',
    transferId: life.of.transferId,
    reason: null,
    cents: null,
    dueBy: null,
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
