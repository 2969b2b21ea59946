import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PendingLink, SignInRequest } from '../../../../kernel/people/accounts.js';
import { DomainError } from '../../../../kernel/domain-error.js';
import type { Account } from '../../account/account-state.rules.js';
import { AccountDirectory } from '../../account/account-directory.js';
import type { Caller } from '../../caller.js';
import { SessionStore } from '../../sessions/session-store.js';
import type { SignedIn } from '../../sign-in/open-session.js';
import { SignIn } from '../../sign-in/sign-in.command.js';
import { SecondFactorRequired } from '../../sign-in/sign-in-tickets.js';
import { IdentityLinks } from './identity-links.js';
import { type FoundAttempt, SocialAttempts, type WaitingLink } from '../social-attempts.js';

/** Signs in with the password of the account and links the waiting identity to it. */
export class LinkWithPassword extends Command<SignedIn> {
  constructor(
    /** The browser's key to the attempt. */
    readonly key: string | undefined,
    readonly password: string,
    readonly browser: { readonly caller: Caller; readonly deviceToken: string | undefined },
  ) {
    super();
  }
}

/** The password is checked and counted as in every sign-in; a wrong one leaves the link waiting. */
@CommandHandler(LinkWithPassword)
export class LinkWithPasswordHandler implements ICommandHandler<LinkWithPassword> {
  constructor(
    private readonly attempts: SocialAttempts,
    private readonly directory: AccountDirectory,
    private readonly sessions: SessionStore,
    private readonly commands: CommandBus,
    private readonly links: IdentityLinks,
  ) {}

  async execute({ key, password, browser }: LinkWithPassword): Promise<SignedIn> {
    const attempt = await this.attempts.find(key, 'link');
    const { email } = await this.waitingAccount(attempt.value);
    const signedIn = await this.signIn(attempt, { email, password }, browser);
    try {
      await this.link(attempt);
    } catch (error) {
      await this.sessions.end(signedIn.session.sid);
      throw error;
    }
    return { ...signedIn, account: await this.accountOf(attempt.value) };
  }

  /** With a second factor, the code finishes the link. */
  private async signIn(
    attempt: FoundAttempt<WaitingLink>,
    credentials: SignInRequest,
    browser: LinkWithPassword['browser'],
  ): Promise<SignedIn> {
    const { provider, subjectIndex, addressIndex } = attempt.value;
    const link = { provider, subjectIndex, addressIndex };
    try {
      return await this.commands.execute(new SignIn(credentials, browser, link));
    } catch (error) {
      if (error instanceof SecondFactorRequired) await this.attempts.leave(attempt);
      throw error;
    }
  }

  private async link(attempt: FoundAttempt<WaitingLink>): Promise<void> {
    const { uid, provider, subjectIndex, addressIndex, credentialId } = attempt.value;
    await this.attempts.leave(attempt);
    await this.links.link(uid, { provider, subjectIndex, addressIndex, credentialId });
  }

  /** The account, while its password is the one that it had when the provider proved the identity. */
  private async waitingAccount(waiting: WaitingLink): Promise<Account> {
    const account = await this.accountOf(waiting);
    if (account.credentialId !== waiting.credentialId) throw new DomainError('social_expired');
    return account;
  }

  private async accountOf({ uid }: WaitingLink): Promise<Account> {
    const account = await this.directory.ownOf(uid);
    if (!account) throw new DomainError('social_expired');
    return account;
  }
}

/** What the waiting link is about, for the screen with the password. */
export class FindPendingLink extends Command<PendingLink> {
  constructor(readonly key: string | undefined) {
    super();
  }
}

@CommandHandler(FindPendingLink)
export class FindPendingLinkHandler implements ICommandHandler<FindPendingLink> {
  constructor(
    private readonly attempts: SocialAttempts,
    private readonly directory: AccountDirectory,
  ) {}

  async execute({ key }: FindPendingLink): Promise<PendingLink> {
    const { provider, uid, returnTo } = (await this.attempts.find(key, 'link')).value;
    const account = await this.directory.byUid(uid);
    if (!account) throw new DomainError('social_expired');
    return { provider, email: account.email, returnTo };
  }
}
