import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SetPassword } from '../passwords/set-password.js';
import type { StaleSessions } from './stale-sessions.saga.js';

export class EndStaleSessions extends Command<void> {
  constructor(readonly stale: StaleSessions) {
    super();
  }
}

/** Ends the sessions of a replaced password again, in case the command that changed it was interrupted. */
@CommandHandler(EndStaleSessions)
export class EndStaleSessionsHandler implements ICommandHandler<EndStaleSessions> {
  constructor(private readonly passwords: SetPassword) {}

  execute({ stale: { uid, replacedCredentialId } }: EndStaleSessions): Promise<void> {
    return this.passwords.endStale(uid, replacedCredentialId);
  }
}
