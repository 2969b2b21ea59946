import { Injectable } from '@nestjs/common';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { fullNameOf } from '../../kernel/people/accounts.js';
import { accountsProjection, type AccountDocument } from '../accounts/account/accounts.projection.js';

/** Looks up the accounts of people, each once. */
@Injectable()
export class PersonNames {
  constructor(private readonly views: ViewStore) {}

  /** The accounts of these uids; those without one are absent. */
  async accountsOf(uids: Iterable<string | null>): Promise<ReadonlyMap<string, AccountDocument>> {
    const accounts = new Map<string, AccountDocument>();
    const known = [...new Set(uids)].filter((uid) => uid !== null);
    await Promise.all(
      known.map(async (uid) => {
        const account = await this.views.get(accountsProjection, uid);
        if (account) accounts.set(uid, account);
      }),
    );
    return accounts;
  }

  /** Of a member of staff; null for an account that is erased, and for the command line. */
  async nameOf(person: string): Promise<string | null> {
    const account = await this.views.get(accountsProjection, person);
    return account && fullNameOf(account);
  }
}
