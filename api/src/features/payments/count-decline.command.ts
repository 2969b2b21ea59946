import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CardDeclines } from './card-declines.js';
import type { Declined } from './card-declines.saga.js';

export class CountDecline extends Command<void> {
  constructor(readonly declined: Declined) {
    super();
  }
}

/** A repeat after a failure counts once more: the budgets are wide enough for that. */
@CommandHandler(CountDecline)
export class CountDeclineHandler implements ICommandHandler<CountDecline> {
  constructor(private readonly declines: CardDeclines) {}

  execute({ declined }: CountDecline): Promise<void> {
    return this.declines.countFor(declined.transferId);
  }
}
