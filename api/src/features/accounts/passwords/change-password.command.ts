import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../kernel/domain-error.js';
import type { Account } from '../account/account-state.rules.js';
import { AccountDirectory } from '../account/account-directory.js';
import { SessionStore } from '../sessions/session-store.js';
import { Credentials } from './credentials.js';
import { CurrentPassword } from './current-password.js';
import { PasswordStrength } from './password-strength.js';
import { SetPassword } from './set-password.js';

/** The new credential, and the second factor that the account has. */
type ChangedPassword = Pick<Account, 'credentialId' | 'factorId'>;

export class ChangeOwnPassword extends Command<ChangedPassword> {
  constructor(
    readonly caller: { readonly uid: string; readonly sid: string },
    readonly current: string,
    readonly password: string,
  ) {
    super();
  }
}

/** Sets another password for a signed-in user; every other session ends. */
@CommandHandler(ChangeOwnPassword)
export class ChangeOwnPasswordHandler implements ICommandHandler<ChangeOwnPassword> {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly current: CurrentPassword,
    private readonly strength: PasswordStrength,
    private readonly credentials: Credentials,
    private readonly sessions: SessionStore,
    private readonly passwords: SetPassword,
  ) {}

  async execute({ caller: { uid, sid }, current, password }: ChangeOwnPassword): Promise<ChangedPassword> {
    const account = await this.directory.byUid(uid);
    if (!account) throw new DomainError('unauthenticated');
    const { email, firstName, lastName, credentialId: replaces } = account;
    await this.current.require(uid, replaces, current);
    await this.strength.require(password, [email, firstName, lastName]);
    const credentialId = await this.credentials.add(uid, password);
    try {
      // First, so that the change does not end this session.
      if (!(await this.sessions.moveTo(sid, credentialId))) throw new DomainError('unauthenticated');
      await this.passwords.record(uid, credentialId, replaces);
      return { credentialId, factorId: account.factorId };
    } catch (error) {
      if (error instanceof DomainError) {
        await this.sessions.end(sid);
        await this.credentials.remove(credentialId);
      }
      throw error;
    }
  }
}
