import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../kernel/domain-error.js';
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

/** Ends one of a user's own sessions, or all of them without `sid`. */
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
  constructor(private readonly sessions: SessionStore) {}

  async execute({ uid, sid }: EndOwnSessions): Promise<void> {
    if (sid === null) return this.sessions.endAll(uid);
    const own = await this.sessions.list(uid);
    if (!own.some((session) => session.sid === sid)) throw new DomainError('not_found');
    return this.sessions.end(sid);
  }
}
