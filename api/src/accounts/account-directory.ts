import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../commands/command-runner.js';
import { requestContext } from '../commands/request-context.js';
import { Secrets } from '../config/runtime.js';
import { type Account, accountDecider, accountStream } from './account.decider.js';
import { emailClaimDecider, emailClaimStream } from './email-claim.decider.js';
import { emailIndex } from './email-address.js';

export interface FoundAccount {
  readonly uid: string;
  readonly account: Account;
}

/** Accounts as their own streams tell them: what decisions rest on, never a view. */
@Injectable()
export class AccountDirectory {
  constructor(
    private readonly runner: CommandRunner,
    private readonly secrets: Secrets,
  ) {}

  /** Whose an address is, registered or about to be. */
  claimantOf(email: string): Promise<string | null> {
    return this.claimantOfIndex(emailIndex(email, this.secrets));
  }

  claimantOfIndex(index: string): Promise<string | null> {
    return apart(() => this.runner.inspect(emailClaimDecider, emailClaimStream(index), ({ uid }) => uid));
  }

  /** The account of whoever proved to be its owner: the views of this browser's reads are at least as new from here on. */
  ownOf(uid: string): Promise<Account | null> {
    return this.runner.inspect(accountDecider, accountStream(uid), ({ account }) => account);
  }

  byUid(uid: string): Promise<Account | null> {
    return apart(() => this.ownOf(uid));
  }

  async byEmail(email: string): Promise<FoundAccount | null> {
    const uid = await this.claimantOf(email);
    // An unknown address is looked up all the same, so that it takes as long.
    const account = await this.byUid(uid ?? 'none');
    return uid !== null && account ? { uid, account } : null;
  }
}

/** Outside the request's scope: the position of what was merely looked up would tell that it is there. */
function apart<Result>(work: () => Promise<Result>): Promise<Result> {
  return requestContext.run({ correlationId: randomUUID(), position: null }, work);
}
