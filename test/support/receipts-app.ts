import { randomUUID } from 'node:crypto';
import { accountStream } from '../../api/src/features/accounts/account.decider.js';
import { AccountsModule } from '../../api/src/features/accounts/accounts.module.js';
import type { DomainEvent } from '../../api/src/event-sourcing/event.js';
import { transferStream } from '../../api/src/features/lifecycle/lifecycle-events.rules.js';
import { ReceiptsModule } from '../../api/src/features/receipts/receipts.module.js';
import { senderStream } from '../../api/src/features/transfers/transfer.decider.js';
import { TransfersModule } from '../../api/src/features/transfers/transfers.module.js';
import { terms, TransferLife } from './transfer-life.js';
import { TestApp, type TestPerson } from './test-app.js';
import { acceptedTransfer } from './transfers-app.js';

/** Receipts alone, over the views of recorded accounts and transfers. */
export class ReceiptsApp {
  private constructor(readonly app: TestApp) {}

  static async open(environment: object = {}, folder?: string): Promise<ReceiptsApp> {
    const declared = [AccountsModule, TransfersModule];
    const now = '2026-11-24T20:00:00.000Z';
    return new ReceiptsApp(
      await TestApp.open([ReceiptsModule], { declared, environment, now, ...(folder && { folder }) }),
    );
  }

  /** Registers a sender. */
  async sender(name: { readonly firstName: string; readonly lastName: string }): Promise<TestPerson> {
    const uid = randomUUID();
    const account = { ...name, email: `${uid}@people.example`, locale: 'en', credentialId: randomUUID() };
    await this.record(accountStream(uid), [{ type: 'AccountRegistered', data: account }]);
    return this.app.person(uid);
  }

  /** A requested transfer and the life that follows; nothing is recorded until `keep`. */
  transfer(
    uid: string,
    changes: Parameters<typeof acceptedTransfer>[1] = {},
    requestedAt = terms.requestedAt,
  ) {
    const requested = acceptedTransfer(Date.parse(requestedAt), {
      ...{ amountCents: 12_000, awaitsPayment: true },
      ...changes,
    });
    const { data } = requested;
    const of = { ...terms, ...data, uid };
    const life = new TransferLife(of);
    life.nowMs = Date.parse(requestedAt);
    return { id: data.transferId, requested, life };
  }

  async keep({ requested, life }: ReturnType<ReceiptsApp['transfer']>): Promise<string> {
    const { uid, transferId } = life.of;
    await this.record(senderStream(uid), [requested]);
    await this.record(transferStream(transferId), life.events);
    return transferId;
  }

  private async record(stream: string, facts: readonly DomainEvent[]): Promise<void> {
    await this.app.record(stream, facts, ['transactions', 'accounts']);
  }
}
