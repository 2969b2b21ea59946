import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { TestApp } from '../../../test/support/test-app.js';
import { sendingOf } from '../../../test/support/transfers-app.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import type { CancelledTransaction } from '../kernel/transfers.js';
import { CancelTransferHandler } from '../lifecycle/cancel-transfer.command.js';
import { VerificationModule } from '../verification/verification.module.js';
import { TransfersModule } from './transfers.module.js';

@Module({ providers: [CancelTransferHandler] })
class Cancels {}

describe('a cancel over HTTP', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.open([TransfersModule, Cancels], { declared: [VerificationModule] });
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['do not know the transfer yet', () => Promise.resolve(null)],
    ['are away', () => Promise.reject(new StoreUnavailable('the views are away'))],
  ])('has its whole answer while the views %s', async (_, answer) => {
    const ana = app.person(randomUUID());
    const { body: sent } = await sendingOf(ana).send({ amount: '40.00' });
    jest.spyOn(app.viewStore, 'get').mockImplementation(answer);
    for (let time = 0; time < 2; time += 1) {
      const path = `/transfers/${sent.id}/cancel`;
      const { status, body } = await ana.ask<CancelledTransaction>('POST', path);
      expect([status, body.status, body.returns]).toEqual([200, 'cancelled', '0.00']);
      expect(body).toMatchObject({
        id: sent.id,
        recipient: sent.recipient,
        amount: '40.00',
        fees: sent.fees,
      });
    }
    const foreign = await app.person(randomUUID()).ask('POST', `/transfers/${sent.id}/cancel`);
    expect(foreign.status).toBe(404);
  });
});
