import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { EventSourcingModule } from '../../api/src/event-sourcing/event-sourcing.module.js';
import type { Problem } from '../../api/src/kernel/accounts.js';
import type { SavedCard } from '../../api/src/kernel/cards.js';
import { feesOf } from '../../api/src/kernel/fees.js';
import { formatAmount, parseAmountCents } from '../../api/src/kernel/money.js';
import type { Transaction } from '../../api/src/kernel/transfers.js';
import { LifecycleModule } from '../../api/src/features/lifecycle/lifecycle.module.js';
import { PaymentsModule } from '../../api/src/features/payments/payments.module.js';
import { PayoutsModule } from '../../api/src/features/payouts/payouts.module.js';
import { TransfersModule } from '../../api/src/features/transfers/transfers.module.js';
import { VerificationModule } from '../../api/src/features/verification/verification.module.js';
import { callsTo } from './at-providers.js';
import { enteredCard } from './browser.js';
import { sampleDraft } from './sample-send.js';
import { TestApp, type TestResponse } from './test-app.js';
import { waitFor } from './wait-for.js';

/** Nobody reviews anything, but transfers follow the decisions of cases. */
@Module({ imports: [EventSourcingModule.forFeature({ streams: [{ prefix: 'case-' }] })] })
class Cases {}

type SendResponse = Omit<Transaction, 'status'> &
  Omit<Problem, 'status'> & { readonly status: string | number };

/** How a test pays: with a number typed into the frame, or with a saved card. */
type Payment = { readonly number: string } | { readonly cardId: string };

/** A sender's client, from one address. */
export interface CardPerson {
  readonly uid: string;
  send(payment: Payment, amount?: string, key?: string): Promise<TestResponse<SendResponse>>;
  /** Another card for a transfer that waits for one. */
  pay(transferId: string, payment: Payment): Promise<TestResponse<SendResponse>>;
  saveCard(number: string): Promise<TestResponse<SavedCard & Problem>>;
  /** The transfer once its payment is in this state. */
  payment(transferId: string, state: string): Promise<Transaction>;
  transfers(): Promise<readonly Transaction[]>;
}

/** Sends, cards and the life of transfers behind the real edge, with simulated processors; no sessions. */
export class CardApp {
  private constructor(readonly app: TestApp) {}

  static async open(environment: object = {}): Promise<CardApp> {
    const app = await TestApp.open([TransfersModule, LifecycleModule, PaymentsModule, PayoutsModule], {
      declared: [VerificationModule, AccountsModule, Cases],
      environment: {
        TRUST_PROXY: 'true',
        PUBLIC_URL: 'https://flip.example',
        ALLOW_SIMULATOR: 'true',
        ...environment,
      },
      withSimulator: true,
    });
    return new CardApp(app);
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** Calls of the product to the processors so far. */
  async calls(): Promise<number> {
    return ((await callsTo(this.app.simulator.httpUrl)) as { total: number }).total;
  }

  /** A new sender with a confirmed address. */
  async person({ ip = '198.51.100.7' } = {}): Promise<CardPerson> {
    const { uid, request } = await this.app.confirmedPerson();
    const from = { 'x-forwarded-for': ip };
    const chosen = async (payment: Payment) =>
      'cardId' in payment
        ? payment
        : { cardToken: await enteredCard(this.app.simulator.httpUrl, payment.number), saveCard: false };
    const post = (path: string, body: object, key: string) =>
      request<SendResponse>('POST', path, { body, headers: { ...from, 'idempotency-key': key } });
    return {
      uid,
      async send(payment, amount = '20.00', key = randomUUID()) {
        const { totalCents } = feesOf(parseAmountCents(amount) ?? 0, 'card-3pct-plus-30c');
        const draft = { ...sampleDraft(), amount, total: formatAmount(totalCents) };
        return post('/transfers', { ...draft, ...(await chosen(payment)) }, key);
      },
      pay: async (id, payment) => post(`/transfers/${id}/payment`, await chosen(payment), randomUUID()),
      saveCard: async (number) => {
        const body = { token: await enteredCard(this.app.simulator.httpUrl, number) };
        return request<SavedCard & Problem>('POST', '/cards', { body, headers: from });
      },
      payment: (id, state) =>
        waitFor(`payment ${state}`, async () => {
          const { body } = await request<Transaction>('GET', `/transfers/${id}`, { headers: from });
          return body.payment?.state === state ? body : null;
        }),
      transfers: async () => {
        const { body } = await request<{ items: readonly Transaction[] }>('GET', '/transfers', {
          headers: from,
        });
        return body.items;
      },
    };
  }
}
