import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { DomainError } from '../../../../kernel/domain-error.js';
import type { LinkIdentity } from '../../account/account-commands.rules.js';
import { AccountDirectory } from '../../account/account-directory.js';
import { hasIdentity } from '../../account/account.decider.js';
import { ownCommand } from '../../own-command.js';
import { Claims } from '../../account/claims.js';

/** The last step of every link to an existing account, after its password was verified. */
@Injectable()
export class IdentityLinks {
  constructor(
    private readonly claims: Claims,
    private readonly runner: CommandRunner,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws DomainError social_taken, social_expired, email_not_confirmed, account_suspended, social_staff */
  async link(uid: string, proven: Omit<LinkIdentity, 'type' | 'at'>): Promise<void> {
    if ((await this.claims.claimIdentity(proven.subjectIndex, uid)) !== uid)
      throw new DomainError('social_taken');
    const command: Omit<LinkIdentity, 'at'> = { type: 'LinkIdentity', ...proven };
    try {
      await this.runner.execute(ownCommand(uid, command));
    } catch (error) {
      // The identity stays free for other accounts, unless this one is linked to it from before.
      if (error instanceof DomainError) await this.giveUp(uid, proven.subjectIndex);
      throw error;
    }
  }

  private async giveUp(uid: string, subjectIndex: string): Promise<void> {
    const account = await this.directory.byUid(uid);
    if (!account || !hasIdentity(account, subjectIndex)) await this.claims.releaseIdentity(subjectIndex, uid);
  }
}
