import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SetPassword } from '../passwords/set-password.js';
import type { StaleSessions } from './stale-sessions.saga.js';

export class EndStaleSessions extends Command<void> {
  constructor(readonly stale: StaleSessions) {
    super();
  }
}

/** What a changed password ends, once more: it is no harm when it was done. */
@CommandHandler(EndStaleSessions)
export class EndStaleSessionsHandler implements ICommandHandler<EndStaleSessions> {
  constructor(private readonly passwords: SetPassword) {}

  execute({ stale: { uid, replacedCredentialId } }: EndStaleSessions): Promise<void> {
    return this.passwords.endStale(uid, replacedCredentialId);
  }
}
