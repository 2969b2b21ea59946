import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import type { SocialProvider } from '../../../../kernel/people/accounts.js';
import { DomainError } from '../../../../kernel/domain-error.js';
import type { UnlinkProvider as Unlink } from '../../account/account-commands.rules.js';
import { identitiesAt, requireOtherMethod } from './linked-identities.rules.js';
import { ownCommand } from '../../own-command.js';
import { AccountDirectory } from '../../account/account-directory.js';
import { Claims } from '../../account/claims.js';
import { CurrentPassword } from '../../passwords/current-password.js';
import { SessionStore } from '../../sessions/session-store.js';
import { ShutOut } from '../../sessions/shut-out.js';

export class UnlinkProvider extends Command<void> {
  constructor(
    readonly person: { readonly uid: string; readonly sid: string },
    readonly provider: SocialProvider,
    readonly password: string,
  ) {
    super();
  }
}

/**
 * Removes a provider from the ways to sign in, with the password of the account (docs/providers.md). First the claim ends,
 * so that the identity opens nothing and leaves nothing behind; interrupted after that, it is still listed and can be
 * removed again. Sessions that it opened end, except the one that entered the password.
 */
@CommandHandler(UnlinkProvider)
export class UnlinkProviderHandler implements ICommandHandler<UnlinkProvider> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly current: CurrentPassword,
    private readonly runner: CommandRunner,
    private readonly claims: Claims,
    private readonly sessions: SessionStore,
    private readonly shutOut: ShutOut,
  ) {}

  /** @throws DomainError not_found, last_sign_in_method, current_password_wrong, too_many_attempts */
  async execute({ person: { uid, sid }, provider, password }: UnlinkProvider): Promise<void> {
    const account = await this.directory.byUid(uid);
    if (!account) throw new DomainError('unauthenticated');
    const identities = identitiesAt(account, provider);
    if (identities.length === 0) throw new DomainError('not_found');
    requireOtherMethod(account);
    await this.current.require(uid, account.credentialId, password);
    for (const { subjectIndex } of identities) await this.claims.releaseIdentity(subjectIndex, uid);
    await this.sessions.keepByPassword(sid);
    await this.record(uid, provider);
  }

  private async record(uid: string, provider: SocialProvider): Promise<void> {
    const command: Omit<Unlink, 'at'> = { type: 'UnlinkProvider', provider };
    const { events } = await this.runner.execute(ownCommand(uid, command));
    await this.shutOut.after(uid, events);
  }
}
