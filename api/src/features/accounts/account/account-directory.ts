import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { evolveBy } from '../../../event-sourcing/evolve.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { requestContext } from '../../../engine/commands/request-context.js';
import { Secrets } from '../../../config/runtime.js';
import { accountDecider, accountStream } from './account.decider.js';
import type { Account } from './account-state.rules.js';
import { emailClaimDecider, type EmailClaimed, emailClaimStream } from './email-claim.decider.js';
import { earlierIndex, emailIndex, normalEmail } from '../email-address.js';

export interface FoundAccount {
  readonly uid: string;
  readonly account: Account;
}

/** The uids of all claims, the last one last. */
const emailClaims = {
  name: 'email-claims',
  initialState: (): readonly string[] => [],
  evolve: evolveBy<readonly string[], EmailClaimed>({
    EmailClaimed: (uids, { data: { uid } }) => [...uids, uid],
  }),
};

/** Reads accounts from their own streams, since decisions do not depend on views. */
@Injectable()
export class AccountDirectory {
  constructor(
    private readonly runner: CommandRunner,
    private readonly secrets: Secrets,
  ) {}

  /** The uid that claimed an address, registered or not. */
  async claimantOf(email: string): Promise<string | null> {
    const earlier = earlierIndex(email, this.secrets);
    const uid = await this.claimantOfIndex(emailIndex(email, this.secrets));
    return uid ?? (earlier === null ? null : this.claimantOfIndex(earlier));
  }

  claimantOfIndex(index: string): Promise<string | null> {
    return apart(() => this.runner.query(emailClaimDecider, emailClaimStream(index), ({ uid }) => uid));
  }

  /** Every uid that ever claimed an address, the newest claim first. */
  async claimantsOf(email: string): Promise<readonly string[]> {
    const indexes = [emailIndex(email, this.secrets), earlierIndex(email, this.secrets)];
    const claimants: string[] = [];
    for (const index of indexes) if (index !== null) claimants.push(...(await this.claimantsOfIndex(index)));
    return [...new Set(claimants)];
  }

  private claimantsOfIndex(index: string): Promise<readonly string[]> {
    return apart(() => this.runner.query(emailClaims, emailClaimStream(index), (uids) => uids.toReversed()));
  }

  /** The caller's own account. From here on, this browser's reads are at least as recent. */
  ownOf(uid: string): Promise<Account | null> {
    return this.runner.query(accountDecider, accountStream(uid), ({ account }) => account);
  }

  byUid(uid: string): Promise<Account | null> {
    return apart(() => this.ownOf(uid));
  }

  /** The open account that has the address now: a closed one has none, even before it has released its claim. */
  async byEmail(email: string): Promise<FoundAccount | null> {
    const uid = await this.claimantOf(email);
    // An unknown address is looked up too, so that it takes equally long.
    const account = await this.byUid(uid ?? 'none');
    // An address that is only kept for an account, before or after a change, opens nothing.
    const has = account?.closedAt === null && normalEmail(account.email) === normalEmail(email);
    return uid !== null && has ? { uid, account } : null;
  }
}

/** Runs outside the request's scope: the position of a lookup would reveal that the account exists. */
function apart<Result>(work: () => Promise<Result>): Promise<Result> {
  return requestContext.run({ correlationId: randomUUID(), position: null }, work);
}
