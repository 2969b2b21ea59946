import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RequestedMail } from './mail.saga.js';
import { Outbox } from './outbox.js';

export class QueueMail extends Command<void> {
  constructor(readonly mail: RequestedMail) {
    super();
  }
}

/** Adds a saga's mail to the outbox; a repeat changes nothing. */
@CommandHandler(QueueMail)
export class QueueMailHandler implements ICommandHandler<QueueMail> {
  constructor(private readonly outbox: Outbox) {}

  execute({ mail: { cause, kind, uid } }: QueueMail): Promise<void> {
    return this.outbox.add(cause, kind, { uid });
  }
}
