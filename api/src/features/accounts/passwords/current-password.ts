import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../kernel/domain-error.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import { ATTEMPT_BUDGETS } from './attempt-budgets.js';
import { Credentials } from './credentials.js';

/** The password that a signed-in user enters before the ways to sign in change. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly credentials: Credentials,
  ) {}

  /**
   * A success counts as an attempt too: what follows sends a mail.
   * @throws DomainError current_password_wrong, too_many_attempts
   */
  async require(uid: string, credentialId: string, password: string): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.passwordAccount, uid);
    if (!(await this.credentials.match(credentialId, password)))
      throw new DomainError('current_password_wrong');
  }
}
