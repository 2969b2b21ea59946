import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../commands/command-runner.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { LinkIdentity } from '../account.decider.js';
import { ownCommand } from '../own-command.js';
import { Claims } from '../claims.js';

/** The last step of every link to an existing account, whose password was verified. */
@Injectable()
export class IdentityLinks {
  constructor(
    private readonly claims: Claims,
    private readonly runner: CommandRunner,
  ) {}

  /** @throws DomainError social_taken, account_suspended, social_staff */
  async link(uid: string, proven: Omit<LinkIdentity, 'type' | 'at'>): Promise<void> {
    if ((await this.claims.claimIdentity(proven.subjectIndex, uid)) !== uid)
      throw new DomainError('social_taken');
    const command: Omit<LinkIdentity, 'at'> = { type: 'LinkIdentity', ...proven };
    await this.runner.execute(ownCommand(uid, command));
  }
}
