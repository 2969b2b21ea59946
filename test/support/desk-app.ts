import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { EventSourcingModule } from '../../api/src/event-sourcing/event-sourcing.module.js';
import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { AskForDisputesHandler } from '../../api/src/features/lifecycle/refund/ask-for-disputes.command.js';
import { CardPayments, type PaymentWebhook } from '../../api/src/features/lifecycle/payment/card-payments.js';
import { Payouts } from '../../api/src/features/lifecycle/payout/payouts.js';
import { ProviderCalls } from '../../api/src/features/lifecycle/worker/provider-calls.js';
import type { Terms } from '../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import { StrayCharges } from '../../api/src/features/lifecycle/strays/stray-charges.js';
import { strayChargesProjection } from '../../api/src/features/lifecycle/strays/stray-charges.projection.js';
import {
  strayStream,
  type StrayCharge,
  type StrayEvent,
} from '../../api/src/features/lifecycle/strays/stray.rules.js';
import { TransferStream } from '../../api/src/features/lifecycle/state/transfer-stream.js';
import { DeskModule } from '../../api/src/features/payouts/desk.module.js';
import type { DeskTask, DeskTasks } from '../../api/src/kernel/money/payouts.js';
import type { Client } from './client.js';
import { live } from './recorded-facts.js';
import { TestApp, type TestAppOptions } from './test-app.js';
import { terms, TransferLife } from './transfer-life.js';

/** When the desk's tests begin. */
export const DESK_START = '2026-11-20T12:00:00.000Z';

/** The processor's part at the desk: what a test has it list. */
export interface AtProcessor {
  disputesOf(paymentRef: string): Promise<readonly PaymentWebhook[]>;
}
const noDisputes: AtProcessor = { disputesOf: () => Promise.resolve([]) };

/** Decisions about charges, without the worker that carries them out at the processor. */
@Module({
  imports: [TransferStream, EventSourcingModule.forFeature({ projections: [strayChargesProjection] })],
  providers: [
    StrayCharges,
    AskForDisputesHandler,
    ProviderCalls,
    // Nothing is paid out from here.
    { provide: Payouts, useValue: {} },
    { provide: CardPayments, useFactory: () => ({ ...noDisputes }) },
  ],
})
class ChargeDecisions {}

/** The payout desk on its own: the transfers before it are recorded as if they had been decided. */
export const openDesk = (options: TestAppOptions = {}): Promise<TestApp> =>
  TestApp.open([DeskModule, ChargeDecisions], { declared: [AccountsModule], now: DESK_START, ...options });

/** A charge without a transfer, pi_9, that a comparison has found, and what else is known of it. */
export function findStray(
  app: TestApp,
  transferId: string = randomUUID(),
  { more = [], ...named }: Partial<StrayCharge> & { readonly more?: readonly StrayEvent[] } = {},
): Promise<void> {
  const charge = { paymentRef: 'pi_9', transferId, cents: 12_690, isCharged: true };
  const unnamed = { uid: null, platform: null, amountCents: null };
  const data = { ...charge, ...unnamed, chargedAt: '2026-11-01T11:00:00.000Z', ...named };
  return app.record(strayStream(data.paymentRef), [
    { type: 'StrayFound', data } satisfies StrayEvent,
    ...more,
  ]);
}

/** What the desk's tests do in the app that is open at the time: lives of transfers, and requests of two operators. */
export function deskOf(app: () => TestApp) {
  const olga = () => app().person('olga');
  const omar = () => app().person('omar');
  const record = (life: TransferLife): Promise<string> => live(app(), life);
  /** A transfer that operators pay out, unless its terms say otherwise. */
  const life = (changes: Partial<Terms> = {}) =>
    new TransferLife({
      ...terms,
      platform: 'Zelle',
      handle: 'maya@example.com',
      transferId: randomUUID(),
      ...changes,
    });
  /** A charged transfer that waits for an operator. */
  const charged = (changes: Partial<Terms> = {}) => record(life(changes).toCaptured());
  const listed = async (filter = 'open', person = olga()): Promise<readonly DeskTask[]> => {
    const { status, body } = await person.request<DeskTasks>('GET', `/compliance/payouts?state=${filter}`);
    expect(status).toBe(200);
    return body.items;
  };
  const act = (person: Client, id: string, path: string, body?: object) =>
    person.request('POST', `/compliance/payouts/${id}/${path}`, { ...(body && { body }) });
  return { olga, omar, record, life, charged, listed, act };
}
