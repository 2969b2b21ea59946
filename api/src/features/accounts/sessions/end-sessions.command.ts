import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../kernel/domain-error.js';
import { OneTimeTokens } from '../passwords/one-time-tokens.js';
import { SessionStore } from './session-store.js';

/** Signs out: ends the session that the refresh token belongs to. */
export class EndSession extends Command<void> {
  constructor(readonly refreshToken: string) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(private readonly sessions: SessionStore) {}

  execute({ refreshToken }: EndSession): Promise<void> {
    return this.sessions.endOf(refreshToken);
  }
}

/** Ends one of a user's own sessions, or all of them without `sid`; then links mailed before open nothing either. */
export class EndOwnSessions extends Command<void> {
  constructor(
    readonly uid: string,
    readonly sid: string | null,
  ) {
    super();
  }
}

@CommandHandler(EndOwnSessions)
export class EndOwnSessionsHandler implements ICommandHandler<EndOwnSessions> {
  constructor(
    private readonly sessions: SessionStore,
    private readonly tokens: OneTimeTokens,
  ) {}

  async execute({ uid, sid }: EndOwnSessions): Promise<void> {
    if (sid === null) {
      await this.sessions.endAll(uid);
      return this.tokens.withdraw(uid, 'reset-password');
    }
    const own = await this.sessions.list(uid);
    if (!own.some((session) => session.sid === sid)) throw new DomainError('not_found');
    return this.sessions.end(sid);
  }
}
