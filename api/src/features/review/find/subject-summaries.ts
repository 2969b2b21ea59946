import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { FoundSender, FoundTransfer } from '../../../kernel/staff/find.js';
import { ERASED } from '../../../kernel/text/erased.js';
import { maskHandle, maskName, maskText } from '../../../kernel/text/masks.js';
import { centsOf, formatAmount } from '../../../kernel/money/money.js';
import type { Transaction } from '../../../kernel/money/transfers.js';
import { badgeOf } from '../../../kernel/people/verification.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { transactionsProjection } from '../../transfers/history/transactions.projection.js';
import { kycRequestsProjection, newestRequestOf } from '../../verification/kyc-requests.projection.js';
import { SenderStates } from '../standing/sender-states.js';
import { otherCase } from '../queue/case-sender.js';
import {
  newestCasesOf,
  suspiciousTransactionsProjection,
} from '../cases/suspicious-transactions.projection.js';

const SUMMARY_MS = 30 * 24 * 60 * 60 * 1_000;
/** Most transfers of thirty days that are counted. */
const RECENT_LIMIT = 2_000;

/** What staff see of a sender or a transfer before they open it: masked. */
@Injectable()
export class SubjectSummaries {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
    private readonly states: SenderStates,
  ) {}

  /** Of those that have an account. */
  async ofSenders(uids: readonly string[]): Promise<FoundSender[]> {
    const found = await Promise.all(uids.map((uid) => this.ofSender(uid)));
    return found.flatMap((sender) => sender ?? []);
  }

  ofTransfers(transfers: readonly Transaction[], senders: readonly FoundSender[]): FoundTransfer[] {
    const names = new Map(senders.map(({ uid, displayName }) => [uid, displayName]));
    return transfers.map(({ id, uid, recipient, platform, handle, amount, createdAt, status }) => ({
      id,
      uid,
      platform,
      amount,
      createdAt,
      status,
      displayName: names.get(uid) ?? ERASED,
      recipient: maskText(recipient),
      handle: maskHandle(handle),
    }));
  }

  private async ofSender(uid: string): Promise<FoundSender | null> {
    const from = new Date(this.clock.now() - SUMMARY_MS).toISOString();
    const [account, states, kyc, cases, recent] = await Promise.all([
      this.views.get(accountsProjection, uid),
      this.states.of(uid),
      this.views.find(kycRequestsProjection, newestRequestOf(uid)),
      this.views.find(suspiciousTransactionsProjection, newestCasesOf(uid)),
      this.views.find(transactionsProjection, {
        by: 'bySender',
        where: { uid },
        desc: true,
        from,
        limit: RECENT_LIMIT,
      }),
    ]);
    if (!account) return null;
    const cents = recent.items.reduce((sum, { amount }) => sum + centsOf(amount), 0);
    return {
      uid,
      displayName: maskName(account),
      email: maskHandle(account.email),
      since: account.createdAt,
      verification: badgeOf(kyc.items[0]?.status),
      states,
      requested30Days: formatAmount(cents),
      transfers30Days: recent.items.length,
      cases: cases.items.map((found) => otherCase(found, isoInstant(this.clock.now()))),
    };
  }
}
