import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../kernel/domain-error.js';
import { requireOtherMethod, requireSocialSignIn } from '../account.decider.js';
import { AccountDirectory } from '../account-directory.js';
import type { Caller } from '../caller.js';
import { CurrentPassword } from '../passwords/current-password.js';
import { IdentityLinks } from './identity-links.js';
import type { FoundAttempt, SocialStart, StartedAttempt } from './social-attempts.js';
import { type CallbackResponse, SocialProofs } from './social-proofs.js';
import { type BegunSignIn, StartSocialSignIn } from './start-social-sign-in.command.js';

/** Leaves for a provider to link an account there, with the password of the signed-in account. */
export class StartLink extends Command<BegunSignIn> {
  constructor(
    readonly start: SocialStart & { readonly linkTo: string },
    readonly password: string,
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

  /** @throws DomainError last_sign_in_method without a password, social_staff, current_password_wrong, too_many_attempts */
  async execute({ start, password, caller }: StartLink): Promise<BegunSignIn> {
    const account = await this.directory.byUid(start.linkTo);
    if (!account) throw new DomainError('unauthenticated');
    requireSocialSignIn(account);
    requireOtherMethod(account);
    await this.current.require(start.linkTo, account.credentialId, password);
    return this.commands.execute(new StartSocialSignIn(start, caller));
  }
}

/** Back from the provider: links the proven identity to the account that started the link. */
export class FinishLink extends Command<void> {
  constructor(
    readonly attempt: FoundAttempt<StartedAttempt>,
    readonly uid: string,
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
  ) {}

  /** @throws DomainError social_taken, and what a sign-in is refused for */
  async execute({ attempt, uid, response }: FinishLink): Promise<void> {
    const { identity, email, subjectIndex } = await this.proofs.take(attempt, response);
    const account = await this.directory.ownOf(uid);
    // The address there may be another one: it says nothing about ours then.
    const confirmsEmail = identity.emailVerified && email === account?.email;
    await this.links.link(uid, { provider: attempt.value.provider, subjectIndex, confirmsEmail });
  }
}
