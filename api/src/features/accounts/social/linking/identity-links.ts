import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Secrets } from '../../../../config/runtime.js';
import { DomainError } from '../../../../kernel/domain-error.js';
import type { LinkIdentity, ProvenIdentity } from '../../account/account-commands.rules.js';
import { AccountDirectory } from '../../account/account-directory.js';
import { hasIdentity } from '../../account/account.decider.js';
import { emailIndex } from '../../email-address.js';
import { ownCommand } from '../../own-command.js';
import { Claims } from '../../account/claims.js';

/** An account at a provider, and the blind index of the address that it has verified; null for none. */
export interface WaitingIdentity extends ProvenIdentity {
  /** Missing in what waited for a password or a code while an earlier version ran. */
  readonly addressIndex?: string | null | undefined;
}

type VerifiedLink = WaitingIdentity & Pick<LinkIdentity, 'credentialId'>;

/** The last step of every link to an existing account, after its password was verified. */
@Injectable()
export class IdentityLinks {
  constructor(
    private readonly claims: Claims,
    private readonly runner: CommandRunner,
    private readonly directory: AccountDirectory,
    private readonly secrets: Secrets,
  ) {}

  /** @throws DomainError social_taken, social_expired, email_not_confirmed, account_suspended, social_staff */
  async link(uid: string, { addressIndex, ...proven }: VerifiedLink): Promise<void> {
    if ((await this.claims.claimIdentity(proven.subjectIndex, uid)) !== uid)
      throw new DomainError('social_taken');
    const vouchedFor = await this.ownAddress(uid, addressIndex);
    const command: Omit<LinkIdentity, 'at'> = { type: 'LinkIdentity', ...proven, vouchedFor };
    try {
      await this.runner.execute(ownCommand(uid, command));
    } catch (error) {
      // The identity stays free for other accounts, unless this one is linked to it from before.
      if (error instanceof DomainError) await this.giveUp(uid, proven.subjectIndex);
      throw error;
    }
  }

  /** The address of the account may have changed since the provider verified one. */
  private async ownAddress(uid: string, addressIndex: string | null | undefined): Promise<string | null> {
    const email = (await this.directory.ownOf(uid))?.email ?? null;
    return email !== null && emailIndex(email, this.secrets) === addressIndex ? email : null;
  }

  private async giveUp(uid: string, subjectIndex: string): Promise<void> {
    const account = await this.directory.byUid(uid);
    if (!account || !hasIdentity(account, subjectIndex)) await this.claims.releaseIdentity(subjectIndex, uid);
  }
}
