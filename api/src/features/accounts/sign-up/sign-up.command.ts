import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { type Locale, type SignUpRequest, TERMS_VERSION } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { RegisterAccount } from '../account/account-commands.rules.js';
import { ownCommand } from '../own-command.js';
import { AccountDirectory } from '../account/account-directory.js';
import type { Caller } from '../caller.js';
import { Claims } from '../account/claims.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import { ATTEMPT_BUDGETS } from '../passwords/attempt-budgets.js';
import { Credentials } from '../passwords/credentials.js';
import { PasswordStrength } from '../passwords/password-strength.js';

/** Returns the uid. */
export class SignUp extends Command<string> {
  constructor(
    readonly person: Omit<SignUpRequest, 'acceptTerms'>,
    /** Null for users that the server creates, with passwords that are not judged. */
    readonly caller: Caller | null,
  ) {
    super();
  }
}

/**
 * One account per address, even when interrupted: writes the credential (without effect yet), claims the address, then
 * registers the account. The next sign-up completes a claim without a registered account, under the claim's uid.
 */
@CommandHandler(SignUp)
export class SignUpHandler implements ICommandHandler<SignUp> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly claims: Claims,
    private readonly strength: PasswordStrength,
    private readonly directory: AccountDirectory,
    private readonly credentials: Credentials,
    private readonly attempts: AttemptLimiter,
  ) {}

  async execute({ person, caller }: SignUp): Promise<string> {
    const { email, firstName, lastName, password } = person;
    if (caller) await this.attempts.take(ATTEMPT_BUDGETS.signUpAddress, caller.network);
    const claimant = await this.directory.claimantOf(email);
    if (claimant !== null && (await this.directory.byUid(claimant))) throw new DomainError('email_taken');
    if (caller) await this.strength.require(password, [email, firstName, lastName]);
    const uid = claimant ?? randomUUID();
    const credentialId = await this.credentials.add(uid, password);
    try {
      const owner = await this.claims.claimEmail(email, uid);
      await this.register(owner, credentialId, person);
      return owner;
    } catch (error) {
      if (error instanceof DomainError) await this.credentials.remove(credentialId);
      throw error;
    }
  }

  private async register(uid: string, credentialId: string, person: SignUp['person']): Promise<void> {
    const { email, firstName, lastName, locale = DEFAULT_LOCALE } = person;
    const names = { email, firstName, lastName, locale };
    const command: Omit<RegisterAccount, 'at'> = {
      type: 'RegisterAccount',
      ...names,
      credentialId,
      termsVersion: TERMS_VERSION,
    };
    await this.runner.execute(ownCommand(uid, command));
  }
}

const DEFAULT_LOCALE: Locale = 'en';
