import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Secrets } from '../../../config/runtime.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { TERMS_VERSION } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { ReclaimWithIdentity, RegisterWithIdentity } from '../account/account-commands.rules.js';
import { hasIdentity, requireSocialSignIn } from '../account/account.decider.js';
import { emailIndex } from '../email-address.js';
import { ownCommand } from '../own-command.js';
import { AccountDirectory, type FoundAccount } from '../account/account-directory.js';
import type { Caller } from '../caller.js';
import { Claims } from '../account/claims.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import { ATTEMPT_BUDGETS } from '../passwords/attempt-budgets.js';
import { ShutOut } from '../sessions/shut-out.js';
import { OpenSession, type SignedIn } from '../sign-in/open-session.js';
import { type FoundAttempt, SocialAttempts, type StartedAttempt } from './social-attempts.js';
import { namesOf } from './social-names.js';
import { type Proven, type CallbackResponse, SocialProofs } from './social-proofs.js';

export class FinishSocialSignIn extends Command<SignedIn> {
  constructor(
    readonly attempt: FoundAttempt<StartedAttempt>,
    readonly response: CallbackResponse,
    readonly browser: { readonly caller: Caller; readonly deviceToken: string | undefined },
  ) {
    super();
  }
}

/**
 * Signs in the account of a proven identity, or creates it (docs/providers.md). The key is the
 * identity, never the address: an account with the same address is opened with its password, once, if that address is
 * confirmed; else it is taken over by the owner of the address.
 */
@CommandHandler(FinishSocialSignIn)
export class FinishSocialSignInHandler implements ICommandHandler<FinishSocialSignIn> {
  constructor(
    private readonly proofs: SocialProofs,
    private readonly limiter: AttemptLimiter,
    private readonly sessions: OpenSession,
    private readonly runner: CommandRunner,
    private readonly attempts: SocialAttempts,
    private readonly directory: AccountDirectory,
    private readonly claims: Claims,
    private readonly shutOut: ShutOut,
    private readonly secrets: Secrets,
  ) {}

  /** @throws DomainError, also social_link_required: the attempt then waits for the password */
  async execute({ attempt, response, browser }: FinishSocialSignIn): Promise<SignedIn> {
    const { value } = attempt;
    const { record, ...proven } = await this.proofs.take(attempt, response);
    const device = { device: browser.caller.device, deviceToken: browser.deviceToken };
    const { subjectIndex } = proven;
    const linked = await this.linkedAccount(proven);
    if (linked) return this.sessions.for(linked, device, { identity: subjectIndex });
    if (!proven.identity.emailVerified) throw new DomainError('social_email_unverified');
    const known = await this.directory.byEmail(proven.email);
    const registered = known ? null : await this.register(proven, value, browser.caller);
    if (registered) return this.sessions.for(registered, device, { isNew: true, identity: subjectIndex });
    const found = known ?? (await this.directory.byEmail(proven.email));
    // Kept for an account that had it, is about to, or was closed just now.
    if (!found) throw new DomainError('email_taken');
    const { provider, returnTo } = value;
    if (!found.account.emailConfirmed) {
      const reclaimed = await this.reclaim(found, { provider, subjectIndex });
      return this.sessions.for(reclaimed, device, { identity: subjectIndex });
    }
    const { credentialId } = found.account;
    const addressIndex = emailIndex(proven.email, this.secrets);
    const waiting = { provider, subjectIndex, addressIndex, credentialId, uid: found.uid };
    await this.attempts.leave({ record, value }, { stage: 'link', returnTo, ...waiting });
    throw new DomainError('social_link_required');
  }

  /** The provider vouches for an unconfirmed address: the account is its owner's, by this identity alone. */
  private async reclaim(
    { uid, account }: FoundAccount,
    identity: Pick<ReclaimWithIdentity, 'provider' | 'subjectIndex'>,
  ): Promise<FoundAccount> {
    requireSocialSignIn(account);
    if ((await this.claims.claimIdentity(identity.subjectIndex, uid)) !== uid)
      throw new DomainError('social_taken');
    const command: Omit<ReclaimWithIdentity, 'at'> = {
      type: 'ReclaimWithIdentity',
      ...identity,
      credentialId: randomUUID(),
    };
    const { events } = await this.runner.execute(ownCommand(uid, command));
    await this.shutOut.after(uid, events);
    return this.present(uid);
  }

  /** The account that claimed the identity and recorded the link; a claim alone may be of an interrupted attempt. */
  private async linkedAccount({ subjectIndex }: Proven): Promise<FoundAccount | null> {
    const uid = await this.claims.identityOwner(subjectIndex);
    const account = uid === null ? null : await this.directory.byUid(uid);
    if (uid === null || !account || !hasIdentity(account, subjectIndex)) return null;
    requireSocialSignIn(account);
    return { uid, account };
  }

  /** The new account; null when the address was registered otherwise in the meantime. */
  private async register(
    { identity, subjectIndex, email }: Proven,
    { provider, acceptTerms, locale }: StartedAttempt,
    { network }: Caller,
  ): Promise<FoundAccount | null> {
    if (!acceptTerms) throw new DomainError('accept_terms_error');
    await this.limiter.take(ATTEMPT_BUDGETS.signUpAddress, network);
    const uid = await this.claims.claimEmail(email, randomUUID());
    if (await this.directory.byUid(uid)) return null;
    if ((await this.claims.claimIdentity(subjectIndex, uid)) !== uid) throw new DomainError('social_taken');
    const command: Omit<RegisterWithIdentity, 'at'> = {
      type: 'RegisterWithIdentity',
      ...namesOf(identity),
      email,
      locale,
      provider,
      subjectIndex,
      // Names no record of the vault, so that no password matches until one is set.
      credentialId: randomUUID(),
      termsVersion: TERMS_VERSION,
    };
    try {
      await this.runner.execute(ownCommand(uid, command));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'email_taken') return null;
      throw error;
    }
    return this.present(uid);
  }

  private async present(uid: string): Promise<FoundAccount> {
    const account = await this.directory.ownOf(uid);
    if (!account) throw new Error('A registered account is missing');
    return { uid, account };
  }
}
