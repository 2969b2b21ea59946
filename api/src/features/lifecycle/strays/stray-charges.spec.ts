import type { CommandBus } from '@nestjs/cqrs';
import { findStray, openDesk } from '../../../../../test/support/desk-app.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import type { CardPayments, ListedPayment } from '../payment/card-payments.js';
import { Transfers } from '../state/transfers.js';
import type { CountStray } from './count-stray.js';
import { StrayCharges } from './stray-charges.js';
import type { StrayEvent } from './stray.rules.js';

let app: TestApp;

beforeEach(async () => {
  app = await openDesk();
});
afterEach(() => app.close());

const payment: ListedPayment = {
  paymentRef: 'pi_9',
  transferId: '5b1f0e0a-6f0e-4f6e-9d39-2f6f0c5b8a11',
  key: null,
  cents: 12_690,
  isCharged: true,
  chargedAt: '2026-11-20T11:00:00.000Z',
  uid: 'ana',
  platform: 'Zelle',
  amountCents: 12_000,
};

/** What the processor's list has counted, and whether the charge was known when it was. */
async function countedBy(list: readonly ListedPayment[]) {
  const counted: [amountCents: number, recorded: number][] = [];
  const processor = {
    paymentsSince: () => Promise.resolve({ payments: list, next: null }),
    refundsOf: () => Promise.resolve([]),
    disputesOf: () => Promise.resolve([]),
  } as unknown as CardPayments;
  const commands = {
    execute: async ({ stray }: CountStray) => {
      counted.push([stray.amountCents, (await app.events('stray-pi_9')).length]);
    },
  } as unknown as CommandBus;
  const charges = new StrayCharges(
    processor,
    app.get(Transfers),
    app.get(CommandRunner),
    app.viewStore,
    commands,
  );
  await charges.list('2026-11-20T10:00:00.000Z', new AbortController().signal);
  return counted;
}

describe('a charge that the processor lists and no transfer has recorded', () => {
  it('counts in the week of its sender, for the amount of its transfer, once it is recorded', async () =>
    expect(await countedBy([payment])).toEqual([[12_000, 1]]));

  it('does not count any more when it was refunded before the list was read again', async () => {
    const more: readonly StrayEvent[] = [{ type: 'StrayRefunded', data: { refundRef: 're_1' } }];
    await findStray(app, payment.transferId ?? '', { uid: 'ana', more });
    expect(await countedBy([payment])).toEqual([]);
  });

  it('without a sender counts nowhere', async () =>
    expect(await countedBy([{ ...payment, uid: null }])).toEqual([]));
});
