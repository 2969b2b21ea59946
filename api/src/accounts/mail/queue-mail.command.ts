import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { QueueMail } from './mail.saga.js';
import { Outbox } from './outbox.js';

export class QueueMailCommand extends Command<void> {
  constructor(readonly mail: QueueMail) {
    super();
  }
}

/** Puts a saga's mail into the outbox; a repeat finds it there. */
@CommandHandler(QueueMailCommand)
export class QueueMailHandler implements ICommandHandler<QueueMailCommand> {
  constructor(private readonly outbox: Outbox) {}

  execute({ mail: { cause, kind, uid } }: QueueMailCommand): Promise<void> {
    return this.outbox.add(cause, kind, { uid });
  }
}
