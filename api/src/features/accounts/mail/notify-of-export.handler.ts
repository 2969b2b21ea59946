import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotifyOfExport } from '../../access/notify-of-export.js';
import { Outbox } from './outbox.js';

/** A repeat adds no second mail. */
@CommandHandler(NotifyOfExport)
export class NotifyOfExportHandler implements ICommandHandler<NotifyOfExport> {
  constructor(private readonly outbox: Outbox) {}

  async execute({ uid, requestId }: NotifyOfExport): Promise<void> {
    await this.outbox.add(requestId, 'data-requested', { uid });
  }
}
