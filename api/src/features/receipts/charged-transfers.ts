import { accountsProjection } from '../accounts/account/accounts.projection.js';
import { fullNameOf } from '../../kernel/people/accounts.js';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../kernel/domain-error.js';
import { ERASED } from '../../kernel/text/erased.js';
import { isCharged } from '../../kernel/money/charge.js';
import type { Transaction } from '../../kernel/money/transfers.js';
import { pagesOf } from '../../engine/view-store/pages-of.js';
import { ViewStore, type ViewQuery } from '../../engine/view-store/view-store.port.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';

/** Most transfers that the list of statements reads. */
const LISTED_LIMIT = 10_000;

/** A sender's transfers with a charged card, and the sender's name. */
@Injectable()
export class ChargedTransfers {
  constructor(private readonly views: ViewStore) {}

  /** @throws not_found for a transfer of another sender, or one that was not charged */
  async one(uid: string, transferId: string): Promise<Transaction> {
    const transaction = await this.find(uid, transferId);
    if (!transaction) throw new DomainError('not_found');
    return transaction;
  }

  /** As `one`, or null. */
  async find(uid: string, transferId: string): Promise<Transaction | null> {
    const transaction = await this.views.get(transactionsProjection, transferId);
    return transaction?.uid === uid && isCharged(transaction) ? transaction : null;
  }

  /** Those of a time range, newest first; `complete` is false when `limit` cut them off. */
  async within(
    uid: string,
    range: Pick<ViewQuery, 'from' | 'to'>,
    limit = LISTED_LIMIT,
  ): Promise<{ readonly transfers: readonly Transaction[]; readonly complete: boolean }> {
    const transfers: Transaction[] = [];
    let read = 0;
    const query = { by: 'bySender', where: { uid }, desc: true, ...range };
    for await (const page of pagesOf(this.views, transactionsProjection, query)) {
      transfers.push(...page.slice(0, limit - read).filter(isCharged));
      read += page.length;
      if (read > limit) break;
    }
    return { transfers, complete: read <= limit };
  }

  /** Whether the sender requested a transfer before an instant. */
  async anyBefore(uid: string, to: string): Promise<boolean> {
    const { items } = await this.views.find(transactionsProjection, {
      by: 'bySender',
      where: { uid },
      to,
      desc: true,
      limit: 1,
    });
    return items.length > 0;
  }

  /** When a sender's account was last suspended or taken over by the owner of its mailbox, if ever. */
  async cutAtOf(uid: string): Promise<string | null> {
    const account = await this.views.get(accountsProjection, uid);
    return account?.cutAt ?? null;
  }

  /** First and last name of a sender. @throws not_found when the account was erased */
  async nameOf(uid: string): Promise<{ readonly first: string; readonly full: string }> {
    const account = await this.views.get(accountsProjection, uid);
    if (!account || account.firstName === ERASED) throw new DomainError('not_found');
    return { first: account.firstName, full: fullNameOf(account) };
  }
}
