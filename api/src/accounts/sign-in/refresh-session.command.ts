import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../kernel/domain-error.js';
import { AccountDirectory } from '../account-directory.js';
import { AccessTokens } from '../sessions/access-tokens.js';
import { type OpenedSession, SessionStore } from '../sessions/session-store.js';
import { isStaff } from './sign-in.command.js';

export class RefreshSession extends Command<{
  readonly session: OpenedSession;
  readonly accessToken: string;
}> {
  constructor(readonly refreshToken: string) {
    super();
  }
}

/** Goes on with a session under the account as it is now: its roles, and only with the credential that still counts. */
@CommandHandler(RefreshSession)
export class RefreshSessionHandler implements ICommandHandler<RefreshSession> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly sessions: SessionStore,
    private readonly tokens: AccessTokens,
  ) {}

  async execute({ refreshToken }: RefreshSession) {
    const session = await this.sessions.refresh(refreshToken);
    if (!session) throw new DomainError('unauthenticated');
    const account = await this.directory.byUid(session.uid);
    // Whoever became staff signs in again: a staff session is shorter from its first moment.
    const goesOn =
      account?.credentialId === session.family.credentialId &&
      isStaff(account.roles) === session.family.staff;
    if (!goesOn) {
      await this.sessions.end(session.sid);
      throw new DomainError('unauthenticated');
    }
    return { session, accessToken: await this.tokens.sign(session, account.roles) };
  }
}
