import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { TestApp } from '../../../../test/support/test-app.js';
import { terms, TransferLife } from '../../../../test/support/transfer-life.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import type { Problem } from '../../kernel/accounts.js';
import type { StrayCharges as Listed } from '../../kernel/payouts.js';
import { CardPayments } from '../lifecycle/card-payments.js';
import { transferStream } from '../lifecycle/lifecycle-events.rules.js';
import { StrayCharges } from '../lifecycle/stray-charges.js';
import { strayChargesProjection } from '../lifecycle/stray-charges.projection.js';
import { strayStream, type StrayEvent } from '../lifecycle/stray.decider.js';
import { TransferStream } from '../lifecycle/transfer-stream.js';
import { DeskModule } from './desk.module.js';

const REASON = 'Zelle has no payout under its ID.';
const READ = { amount: '126.90', reason: REASON };

/** Decisions about stray charges, without the worker that carries them out at the processor. */
@Module({
  imports: [TransferStream, EventSourcingModule.forFeature({ projections: [strayChargesProjection] })],
  providers: [StrayCharges, { provide: CardPayments, useValue: {} }],
})
class StrayDecisions {}

let app: TestApp;
const olga = () => app.person('olga');
const omar = () => app.person('omar');

beforeEach(async () => {
  app = await TestApp.open([DeskModule, StrayDecisions], { declared: [AccountsModule] });
});
afterEach(() => app.close());

async function found(transferId: string = randomUUID()): Promise<void> {
  const charge = { paymentRef: 'pi_9', transferId, cents: 12_690, isCharged: true };
  const fact: StrayEvent = {
    ...{ type: 'StrayFound', data: { ...charge, chargedAt: '2026-11-01T11:00:00.000Z' } },
  };
  await app.record(strayStream('pi_9'), [fact], ['stray_charges']);
}

const act = (person: ReturnType<typeof olga>, path: string, body: object) =>
  person.request<Problem>('POST', `/compliance/strays/${path}`, { body });
const DECISIONS = [
  ['refund', { reason: REASON }],
  ['confirm', READ],
  ['close', { reason: REASON }],
] as const;
const refused = (status: number, code: string) => ({ status, body: { code } });

describe('a charge without a transfer', () => {
  it('is refunded only after a second operator names what the first one asked for', async () => {
    await found();
    const first = olga();
    expect(await act(omar(), 'pi_9/confirm', READ)).toMatchObject(refused(409, 'not_claimable'));
    expect(await act(olga(), 'pi_9/refund', {})).toMatchObject(refused(400, 'validation_failed'));
    expect(await act(first, 'pi_9/refund', { reason: REASON })).toMatchObject({ status: 204 });
    expect((await first.request<Listed>('GET', '/compliance/strays')).body.items).toMatchObject([
      { paymentRef: 'pi_9', amount: '126.90', state: 'proposed', proposedBy: 'olga', reason: REASON },
    ]);
    expect(await act(olga(), 'pi_9/confirm', READ)).toMatchObject(refused(409, 'second_person_needed'));
    expect(await act(omar(), 'pi_9/refund', { reason: 'Mine' })).toMatchObject(
      refused(409, 'report_differs'),
    );
    for (const other of [{ amount: '126.91' }, { reason: 'Another reason' }])
      expect(await act(omar(), 'pi_9/confirm', { ...READ, ...other })).toMatchObject(
        refused(409, 'report_differs'),
      );
    expect(await act(omar(), 'pi_9/confirm', {})).toMatchObject(refused(400, 'validation_failed'));
    expect(await act(omar(), 'pi_9/confirm', READ)).toMatchObject({ status: 204 });
    expect(await act(omar(), 'pi_9/confirm', READ)).toMatchObject(refused(409, 'not_claimable'));
  });

  it('that was not found does not exist', async () => {
    for (const ref of ['pi_2', 'pi-2', 'x'.repeat(101)])
      for (const [path, body] of DECISIONS)
        expect(await act(olga(), `${ref}/${path}`, body)).toMatchObject(refused(404, 'not_found'));
  });

  it('is closed once, with a reason', async () => {
    await found();
    expect(await act(olga(), 'pi_9/close', { reason: ' ' })).toMatchObject(refused(400, 'validation_failed'));
    expect(await act(olga(), 'pi_9/close', { reason: REASON })).toMatchObject({ status: 204 });
    expect(await act(omar(), 'pi_9/close', { reason: REASON })).toMatchObject(refused(409, 'not_claimable'));
  });

  it('is not decided by the sender of its transfer', async () => {
    const of = { ...terms, uid: 'olga', transferId: randomUUID() };
    await app.record(transferStream(of.transferId), new TransferLife(of).toCaptured().events);
    await found(of.transferId);
    for (const [path, body] of DECISIONS)
      expect(await act(olga(), `pi_9/${path}`, body)).toMatchObject(refused(404, 'not_found'));
    expect((await olga().request<Listed>('GET', '/compliance/strays')).body.items).toEqual([]);
    expect((await omar().request<Listed>('GET', '/compliance/strays')).body.items).toHaveLength(1);
    expect(await act(omar(), 'pi_9/refund', { reason: REASON })).toMatchObject({ status: 204 });
  });
});
