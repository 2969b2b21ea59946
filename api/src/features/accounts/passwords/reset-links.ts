import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../kernel/domain-error.js';
import { AccountDirectory, type FoundAccount } from '../account/account-directory.js';
import { OneTimeTokens } from './one-time-tokens.js';

/** Mailed links that set a new password. */
@Injectable()
export class ResetLinks {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly directory: AccountDirectory,
  ) {}

  /**
   * The account that a link resets, without using the link up.
   * @throws DomainError token_invalid also when the password was changed after the link was mailed, or the account closed
   */
  async open(token: string): Promise<FoundAccount> {
    const { uid, credentialId } = await this.tokens.ownerOf(token, 'reset-password');
    const account = await this.directory.byUid(uid);
    if (account?.credentialId !== credentialId || account.closedAt !== null)
      throw new DomainError('token_invalid');
    return { uid, account };
  }
}
