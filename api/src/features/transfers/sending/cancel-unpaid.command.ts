import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { termsOf } from '../../lifecycle/state/lifecycle-events.rules.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { senderStream, type TransferRequested } from './transfer.decider.js';

/** Cancels every transfer of an account that waits for a card, for the owner who takes it over from a stranger. */
export class CancelUnpaid extends Command<void> {
  constructor(readonly uid: string) {
    super();
  }
}

@CommandHandler(CancelUnpaid)
export class CancelUnpaidHandler implements ICommandHandler<CancelUnpaid> {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly transfers: Transfers,
  ) {}

  async execute({ uid }: CancelUnpaid): Promise<void> {
    for await (const event of this.log.read(senderStream(uid)))
      if (event.type === 'TransferRequested') await this.cancel(event as RecordedEvent<TransferRequested>);
  }

  /** If the process ended before PaymentAwaited was recorded, that is recorded now, as the saga would. */
  private async cancel(request: RecordedEvent<TransferRequested>): Promise<void> {
    const { transferId, awaitsPayment } = request.data;
    if (!awaitsPayment) return;
    const by = { kind: 'system', id: 'accounts' } as const;
    const { state } = await this.transfers.decide(transferId, by, {
      type: 'AwaitPayment',
      terms: termsOf(request),
    });
    if (state.stage === 'requested')
      await this.transfers.decide(transferId, by, { type: 'RequestCancel', cause: 'not_paid' });
  }
}
