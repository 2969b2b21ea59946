import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { EventSourcingModule } from '../../api/src/event-sourcing/event-sourcing.module.js';
import type { Problem } from '../../api/src/kernel/people/accounts.js';
import type { SavedCard } from '../../api/src/kernel/money/cards.js';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { LifecycleModule } from '../../api/src/features/lifecycle/lifecycle.module.js';
import { PaymentsModule } from '../../api/src/features/payments/payments.module.js';
import { PayoutsModule } from '../../api/src/features/payouts/payouts.module.js';
import { TransfersModule } from '../../api/src/features/transfers/transfers.module.js';
import { VerificationModule } from '../../api/src/features/verification/verification.module.js';
import { callsTo } from './at-providers.js';
import { enteredCard } from './browser.js';
import { Client } from './client.js';
import { register } from './recorded-facts.js';
import { TestApp } from './test-app.js';
import { callerHeaders } from './test-sessions.js';
import { sendingOf, type SendResponse } from './transfers-app.js';
import { waitFor } from './wait-for.js';

/** No analyst reviews, but transfers follow the decisions of cases. */
@Module({ imports: [EventSourcingModule.forFeature({ streams: [{ prefix: 'case-' }] })] })
class Cases {}

/** How a test pays: with a number typed into the frame, or with a saved card. */
type Payment = { readonly number: string } | { readonly cardId: string };

/** Sends, cards and the life of transfers behind the real edge, with simulated processors; no sessions. */
export const openCards = (environment: object = {}): Promise<TestApp> =>
  TestApp.open([TransfersModule, LifecycleModule, PaymentsModule, PayoutsModule], {
    declared: [VerificationModule, AccountsModule, Cases],
    environment: {
      TRUST_PROXY: 'true',
      PUBLIC_URL: 'https://flip.example',
      ALLOW_SIMULATOR: 'true',
      ...environment,
    },
    withSimulator: true,
  });

/** Calls of the product to the processors so far. */
export async function callsOf({ simulator }: TestApp): Promise<number> {
  return ((await callsTo(simulator.httpUrl)) as { total: number }).total;
}

export type CardHolder = Awaited<ReturnType<typeof cardHolder>>;

/** A new sender with a confirmed address, at one IP address. */
export async function cardHolder(app: TestApp, { ip = '198.51.100.7' } = {}) {
  const uid = await register(app);
  const client = new Client(app, { ...callerHeaders(uid, []), 'x-forwarded-for': ip }, uid);
  const entered = (number: string) => enteredCard(app.simulator.httpUrl, number);
  const chosen = async (payment: Payment) =>
    'cardId' in payment ? payment : { cardToken: await entered(payment.number), saveCard: false };
  return {
    uid,
    send: async (payment: Payment, amount = '20.00', key: string = randomUUID()) =>
      sendingOf(client).send({ amount, ...(await chosen(payment)) }, key),
    /** Another card for a transfer that waits for one. */
    pay: async (transferId: string, payment: Payment) =>
      client.request<SendResponse>('POST', `/transfers/${transferId}/payment`, {
        body: await chosen(payment),
        headers: { 'idempotency-key': randomUUID() },
      }),
    saveCard: async (number: string) =>
      client.post<SavedCard & Problem>('/cards', { token: await entered(number) }),
    /** The transfer once its payment is in this state. */
    payment: (transferId: string, state: string) =>
      waitFor(`payment ${state}`, async () => {
        const { body } = await client.request<Transaction>('GET', `/transfers/${transferId}`);
        return body.payment?.state === state ? body : null;
      }),
    transfers: async () =>
      (await client.request<{ items: readonly Transaction[] }>('GET', '/transfers')).body.items,
  };
}
