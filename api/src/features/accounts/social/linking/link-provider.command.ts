import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Secrets } from '../../../../config/runtime.js';
import { DomainError } from '../../../../kernel/domain-error.js';
import { requireOtherMethod } from './linked-identities.rules.js';
import { requireLinking } from '../../account/account.decider.js';
import { AccountDirectory } from '../../account/account-directory.js';
import type { Caller } from '../../caller.js';
import { emailIndex } from '../../email-address.js';
import { CurrentPassword } from '../../passwords/current-password.js';
import { SessionStore } from '../../sessions/session-store.js';
import { IdentityLinks } from './identity-links.js';
import type { FoundAttempt, Linking, SocialStart, StartedAttempt } from '../social-attempts.js';
import { type CallbackResponse, SocialProofs } from '../social-proofs.js';
import { type BegunSignIn, StartSocialSignIn } from '../start-social-sign-in.command.js';

/** Leaves for a provider to link an account there, with the password of the signed-in account. */
export class StartLink extends Command<BegunSignIn> {
  constructor(
    readonly start: Omit<SocialStart, 'linkTo'>,
    readonly person: { readonly uid: string; readonly sid: string; readonly password: string },
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(StartLink)
export class StartLinkHandler implements ICommandHandler<StartLink> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly current: CurrentPassword,
    private readonly commands: CommandBus,
  ) {}

  /**
   * @throws DomainError email_not_confirmed, last_sign_in_method without a password, social_staff, current_password_wrong,
   *   too_many_attempts
   */
  async execute({ start, person: { uid, sid, password }, caller }: StartLink): Promise<BegunSignIn> {
    const account = await this.directory.byUid(uid);
    if (!account) throw new DomainError('unauthenticated');
    requireLinking(account);
    requireOtherMethod(account);
    const { credentialId } = account;
    await this.current.require(uid, credentialId, password);
    const linkTo = { uid, sid, credentialId };
    return this.commands.execute(new StartSocialSignIn({ ...start, linkTo }, caller));
  }
}

/** Back from the provider: links the proven identity to the account that started the link. */
export class FinishLink extends Command<void> {
  constructor(
    readonly attempt: FoundAttempt<StartedAttempt>,
    readonly by: Linking,
    readonly response: CallbackResponse,
  ) {
    super();
  }
}

@CommandHandler(FinishLink)
export class FinishLinkHandler implements ICommandHandler<FinishLink> {
  constructor(
    private readonly proofs: SocialProofs,
    private readonly links: IdentityLinks,
    private readonly directory: AccountDirectory,
    private readonly sessions: SessionStore,
    private readonly secrets: Secrets,
  ) {}

  /**
   * @throws DomainError social_expired when the session that began it has ended or the password was replaced since,
   *   social_taken, and what a sign-in is refused for
   */
  async execute({ attempt, by: { uid, sid, credentialId }, response }: FinishLink): Promise<void> {
    const { identity, email, subjectIndex } = await this.proofs.take(attempt, response);
    const account = await this.directory.ownOf(uid);
    const continues = account?.credentialId === credentialId && (await this.sessions.isStored(sid));
    if (!continues) throw new DomainError('social_expired');
    // The address there may be another one.
    const addressIndex = identity.emailVerified ? emailIndex(email, this.secrets) : null;
    const { provider } = attempt.value;
    await this.links.link(uid, { provider, subjectIndex, addressIndex, credentialId });
  }
}
