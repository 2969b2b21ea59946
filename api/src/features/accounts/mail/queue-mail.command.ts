import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProviderSettings } from '../../../config/runtime.js';
import type { RequestedMail } from './mail.saga.js';
import { Outbox } from './outbox.js';

export class QueueMail extends Command<void> {
  constructor(readonly mail: RequestedMail) {
    super();
  }
}

/** Adds a saga's mail to the outbox; a repeat changes nothing. Recorded history is not mailed about. */
@CommandHandler(QueueMail)
export class QueueMailHandler implements ICommandHandler<QueueMail> {
  constructor(
    private readonly outbox: Outbox,
    private readonly providers: ProviderSettings,
  ) {}

  async execute({
    mail: { cause, kind, uid, transferId, provider, problemId, changeId, delayMs },
  }: QueueMail): Promise<void> {
    if (this.providers.smtpUrl === null) return;
    const to = { uid };
    const subject = {
      ...(transferId !== null && { transferId }),
      ...(provider && { provider }),
      ...(changeId !== undefined && { changeId }),
      ...(problemId !== undefined && { problemId }),
    };
    await this.outbox.addAbout(subject, cause, { kind, to, ...(delayMs !== undefined && { delayMs }) });
  }
}
