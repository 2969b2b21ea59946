import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../kernel/domain-error.js';
import { AccountDirectory } from '../account/account-directory.js';
import type { Caller } from '../caller.js';
import { Outbox } from '../mail/outbox.js';
import { AccessTokens } from '../sessions/access-tokens.js';
import { type OpenedSession, type ReusedToken, SessionStore } from '../sessions/session-store.js';
import { isStaff } from './open-session.js';

export class RefreshSession extends Command<{
  readonly session: OpenedSession;
  readonly accessToken: string;
}> {
  constructor(
    readonly refreshToken: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Renews a session with the account's current roles, and only while its credential is the current one. */
@CommandHandler(RefreshSession)
export class RefreshSessionHandler implements ICommandHandler<RefreshSession> {
  constructor(
    private readonly outbox: Outbox,
    private readonly directory: AccountDirectory,
    private readonly sessions: SessionStore,
    private readonly tokens: AccessTokens,
  ) {}

  async execute({ refreshToken, caller }: RefreshSession) {
    const session = await this.sessions.refresh(refreshToken, `${caller.network} ${caller.device}`);
    if (session && 'reusedBy' in session) await this.endStolen(session);
    if (!session || 'reusedBy' in session) throw new DomainError('unauthenticated');
    const account = await this.directory.byUid(session.uid);
    // A user who became staff must sign in again, because staff sessions have shorter lifetimes.
    const continues =
      account?.credentialId === session.family.credentialId &&
      !account.suspended &&
      account.closedAt === null &&
      isStaff(account.roles) === session.family.staff;
    if (!continues) {
      await this.sessions.end(session.sid);
      throw new DomainError('unauthenticated');
    }
    return { session, accessToken: await this.tokens.sign(session, account.roles) };
  }

  /**
   * In the same place it may be the browser's own copy, restored after a crash: only this session ends. A copier of one
   * from elsewhere may have copied all: every one ends. The mail first, since afterwards nothing asks again.
   */
  private async endStolen({ sid, reusedBy: uid, elsewhere }: ReusedToken): Promise<void> {
    if (!elsewhere) return this.sessions.end(sid);
    if ((await this.directory.byUid(uid))?.emailConfirmed)
      await this.outbox.add(sid, 'sessions-ended', { uid });
    await this.sessions.endAll(uid);
  }
}
