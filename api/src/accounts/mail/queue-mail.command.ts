import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RequestedMail } from './mail.saga.js';
import { Outbox } from './outbox.js';

export class QueueMail extends Command<void> {
  constructor(readonly mail: RequestedMail) {
    super();
  }
}

/** Puts a saga's mail into the outbox; a repeat finds it there. */
@CommandHandler(QueueMail)
export class QueueMailHandler implements ICommandHandler<QueueMail> {
  constructor(private readonly outbox: Outbox) {}

  execute({ mail: { cause, kind, uid } }: QueueMail): Promise<void> {
    return this.outbox.add(cause, kind, { uid });
  }
}
