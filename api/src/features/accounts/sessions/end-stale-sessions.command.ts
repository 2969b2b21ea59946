import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OneTimeTokens } from '../passwords/one-time-tokens.js';
import { SessionStore } from './session-store.js';
import { ShutOut } from './shut-out.js';
import type { StaleSessions } from './stale-sessions.saga.js';

export class EndStaleSessions extends Command<void> {
  constructor(readonly stale: StaleSessions) {
    super();
  }
}

/** Ends sessions and mailed links again, in case the command that recorded why they end was interrupted. */
@CommandHandler(EndStaleSessions)
export class EndStaleSessionsHandler implements ICommandHandler<EndStaleSessions> {
  constructor(
    private readonly shutOut: ShutOut,
    private readonly sessions: SessionStore,
    private readonly tokens: OneTimeTokens,
  ) {}

  async execute({ stale }: EndStaleSessions): Promise<void> {
    const { uid, replacedCredentialId, removedIdentity, factorEnrolled, emailChanged, at } = stale;
    if (removedIdentity !== undefined) return this.shutOut.identity(removedIdentity, { uid, at });
    if (emailChanged) return this.shutOut.address(uid, { ...emailChanged, at });
    if (factorEnrolled !== undefined) return this.shutOut.factor(uid, { enrolled: factorEnrolled, at });
    if (replacedCredentialId !== null) return this.shutOut.credential(replacedCredentialId, { uid, at });
    await this.tokens.withdrawBefore(uid, 'reset-password', at);
    return this.sessions.endAll(uid, ({ createdAtMs }) => createdAtMs <= Date.parse(at));
  }
}
