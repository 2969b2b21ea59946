import { Injectable } from '@nestjs/common';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { SubscriptionRunner } from '../../../engine/subscriptions/subscription-runner.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { RetentionFacts } from '../../../kernel/people/retention.rules.js';
import {
  openTransfersProjection,
  type OpenTransfer,
} from '../../lifecycle/state/open-transfers.projection.js';
import { strayChargesProjection } from '../../lifecycle/strays/stray-charges.projection.js';
import { suspiciousTransactionsProjection } from '../../review/cases/suspicious-transactions.projection.js';
import { senderStandingProjection } from '../../review/standing/sender-standing.projection.js';
import { transactionsProjection } from '../../transfers/history/transactions.projection.js';
import { AccountDirectory } from '../account/account-directory.js';

/** Longest wait for a view: what it does not show yet could keep the data. */
const CAUGHT_UP_MS = 30_000;

const READ = [
  transactionsProjection,
  openTransfersProjection,
  strayChargesProjection,
  suspiciousTransactionsProjection,
  senderStandingProjection,
];

/** What decides how long a person's data is kept. */
@Injectable()
export class GetRetention {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly log: EncryptedEventLog,
    private readonly subscriptions: SubscriptionRunner,
    private readonly views: ViewStore,
  ) {}

  /** As of everything recorded so far. @throws account_not_found, StoreUnavailable */
  async execute(uid: string): Promise<RetentionFacts> {
    await this.viewsCaughtUp();
    return this.shown(uid);
  }

  /** As the views show it. @throws account_not_found */
  async shown(uid: string): Promise<RetentionFacts> {
    const account = await this.directory.byUid(uid);
    if (!account) throw new DomainError('account_not_found');
    const standing = await this.views.get(senderStandingProjection, uid);
    return {
      closedAt: account.closedAt,
      hasLegalHold: account.legalHold,
      isPaused: (standing?.pauses.length ?? 0) > 0,
      ...(await this.casesOf(uid)),
      ...(await this.transfersOf(uid)),
    };
  }

  private async viewsCaughtUp(): Promise<void> {
    if (!(await this.subscriptions.allCaughtUp(READ, await this.log.head(), CAUGHT_UP_MS)))
      throw new StoreUnavailable('A view is behind: try again');
  }

  private async casesOf(
    uid: string,
  ): Promise<Pick<RetentionFacts, 'hasOpenCase' | 'hasReportDue' | 'lastReportAt'>> {
    let [hasOpenCase, hasReportDue, lastReportAt] = [false, false, ''];
    const query = { by: 'bySender', where: { uid } };
    for await (const page of pagesOf(this.views, suspiciousTransactionsProjection, query)) {
      for (const { reviewed, reportDueAt, reportFiledAt } of page) {
        hasOpenCase ||= !reviewed;
        hasReportDue ||= reportDueAt !== null;
        lastReportAt = latest(lastReportAt, reportFiledAt ?? '');
      }
    }
    return { hasOpenCase, hasReportDue, lastReportAt: lastReportAt || null };
  }

  private async transfersOf(
    uid: string,
  ): Promise<Pick<RetentionFacts, 'hasOpenTransfer' | 'lastTransferAt'>> {
    let hasOpenTransfer = await this.hasStray(uid);
    let lastTransferAt = '';
    const query = { by: 'bySender', where: { uid } };
    for await (const page of pagesOf(this.views, transactionsProjection, query)) {
      for (const { id, createdAt } of page) {
        // One from before card payment was final at once.
        const life = await this.views.get(openTransfersProjection, id);
        hasOpenTransfer ||= life !== null && isOpen(life);
        lastTransferAt = latest(lastTransferAt, life?.updatedAt ?? createdAt);
      }
    }
    return { hasOpenTransfer, lastTransferAt: lastTransferAt || null };
  }

  /** A charge of the sender that no transfer has recorded. */
  private async hasStray(uid: string): Promise<boolean> {
    const query = { by: 'bySender', where: { uid } };
    for await (const page of pagesOf(this.views, strayChargesProjection, query))
      if (page.some(({ life }) => life === 'open')) return true;
    return false;
  }
}

const latest = (one: string, other: string): string => (other > one ? other : one);

/** Money can still move, or a problem or dispute waits for an answer. */
function isOpen({ life, state }: OpenTransfer): boolean {
  const { disputes, openProblems, differences, charge, payout } = state;
  const isAsked = disputes.length + openProblems.length + differences.length > 0;
  return life === 'open' || isAsked || charge === 'doubted' || payout?.contradiction === 'open';
}
