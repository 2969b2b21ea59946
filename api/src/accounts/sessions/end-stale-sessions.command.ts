import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SetPassword } from '../passwords/set-password.js';
import type { EndStaleSessions } from './stale-sessions.saga.js';

export class EndStaleSessionsCommand extends Command<void> {
  constructor(readonly stale: EndStaleSessions) {
    super();
  }
}

/** What a changed password ends, once more: it is no harm when it was done. */
@CommandHandler(EndStaleSessionsCommand)
export class EndStaleSessionsHandler implements ICommandHandler<EndStaleSessionsCommand> {
  constructor(private readonly passwords: SetPassword) {}

  execute({ stale: { uid, replacedCredentialId } }: EndStaleSessionsCommand): Promise<void> {
    return this.passwords.endStale(uid, replacedCredentialId);
  }
}
