import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import { ReceiptsModule } from '../../api/src/features/receipts/receipts.module.js';
import type { TransferRequested } from '../../api/src/features/transfers/sending/transfer.decider.js';
import { TransfersModule } from '../../api/src/features/transfers/transfers.module.js';
import { accept, live } from './recorded-facts.js';
import { acceptedTransfer } from './sample-send.js';
import { TestApp, type TestAppOptions } from './test-app.js';
import { terms, TransferLife } from './transfer-life.js';

/** Receipts alone, over the views of recorded accounts and transfers. */
export const openReceipts = (options: TestAppOptions = {}): Promise<TestApp> =>
  TestApp.open([ReceiptsModule], {
    declared: [AccountsModule, TransfersModule],
    now: '2026-11-24T20:00:00.000Z',
    ...options,
  });

/** A requested transfer of a sender and the life that follows; returns its id. */
export async function recordTransfer(
  app: TestApp,
  uid: string,
  happens: (life: TransferLife) => unknown,
  changes: Partial<TransferRequested['data']> = {},
): Promise<string> {
  const { requestedAt } = { ...terms, ...changes };
  const { data } = acceptedTransfer(Date.parse(requestedAt), {
    amountCents: 12_000,
    awaitsPayment: true,
    ...changes,
  });
  const life = new TransferLife({ ...terms, ...data, uid });
  life.nowMs = Date.parse(requestedAt);
  happens(life);
  await accept(app, uid, data);
  return live(app, life);
}
