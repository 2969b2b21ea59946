import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Clock, isoInstant } from '../../../config/clock.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { usedCents } from '../../../kernel/money/counted-week.js';
import {
  PER_TRANSFER_LIMIT_CENTS,
  remainingCents,
  WEEK_MS,
  weeklyLimitCents,
} from '../../../kernel/money/limits.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { centsOf, formatAmount } from '../../../kernel/money/money.js';
import type { Transaction } from '../../../kernel/money/transfers.js';
import { ListedCharges } from '../../lifecycle/strays/listed-charges.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { EarlierRequests } from '../sending/earlier-requests.js';
import { findTransfer } from '../sending/known-transfers.rules.js';
import { senderRows } from '../history/sender-rows.js';
import { SendingRules } from '../sending/sending-rules.js';
import { senderStream, transferDecider } from '../sending/transfer.decider.js';
import { transactionsProjection } from '../history/transactions.projection.js';

/** Most transfers that are searched for a cancel: the newest. */
const NEWEST_LIMIT = 20;
/** When a sender may try again while the charges are listed. */
const LISTING_SECONDS = 10;

/**
 * Whether the week is known: after a restore its lost charges have to be listed first, and cancelled transfers are about to
 * give amounts back. Streams decide; the view only names the transfers,
 * and is read only for a send that would be refused. While views are away, the send is refused like any other.
 */
@Injectable()
export class FreeingAllowance {
  constructor(
    private readonly runner: CommandRunner,
    private readonly transfers: Transfers,
    private readonly views: ViewStore,
    private readonly rules: SendingRules,
    private readonly charges: ListedCharges,
    private readonly earlier: EarlierRequests,
    private readonly clock: Clock,
  ) {}

  /**
   * A send that fits as soon as the bank has ended a cancelled transfer is no attempt over the limit: nothing is recorded.
   * @throws DomainError allowance_freeing, restoring
   */
  async requireFreed(uid: string, transferId: string, amountCents: number): Promise<void> {
    await this.requireListed(uid, transferId);
    const remaining = await this.remainingUnder(uid, transferId, amountCents);
    if (remaining === null || (await this.earlier.find(uid, transferId))) return;
    const freeing = await this.freeingCents(uid);
    if (amountCents <= remaining + freeing)
      throw new DomainError('allowance_freeing', {
        freeing: formatAmount(freeing),
        remaining: formatAmount(remaining),
      });
  }

  /** A sender without a verified identity may have sent the whole week in what the log has lost. */
  private async requireListed(uid: string, transferId: string): Promise<void> {
    if (await this.charges.areListed()) return;
    const mayBeOver = await this.runner.query(
      transferDecider,
      senderStream(uid),
      ({ tier, transfers }) =>
        tier === 'unverified' && !findTransfer(transfers, transferId, this.clock.now()),
    );
    if (mayBeOver && !(await this.earlier.find(uid, transferId)))
      throw new DomainError('restoring', { seconds: LISTING_SECONDS });
  }

  /** What remains where it is less than the amount of a new send; null otherwise. */
  private remainingUnder(uid: string, transferId: string, amountCents: number): Promise<number | null> {
    const { verifiedWeeklyLimitCents } = this.rules.policy;
    return this.runner.query(transferDecider, senderStream(uid), ({ tier, transfers, week }) => {
      const limit = weeklyLimitCents(tier, verifiedWeeklyLimitCents);
      const nowMs = this.clock.now();
      if (limit === null || amountCents > PER_TRANSFER_LIMIT_CENTS) return null;
      if (findTransfer(transfers, transferId, nowMs)) return null;
      const remaining = remainingCents(limit, usedCents(week, nowMs));
      return amountCents > remaining ? remaining : null;
    });
  }

  private async freeingCents(uid: string): Promise<number> {
    const from = isoInstant(this.clock.now() - WEEK_MS + 1);
    try {
      const query = { ...senderRows(uid, { from }), limit: NEWEST_LIMIT };
      const { items } = await this.views.find(transactionsProjection, query);
      const freeing = await Promise.all(
        items.filter(({ released }) => !released).map((one) => this.freed(one)),
      );
      return freeing.reduce((sum, cents) => sum + cents, 0);
    } catch (error) {
      if (error instanceof StoreUnavailable) return 0;
      throw error;
    }
  }

  /** The amount of a transfer with a recorded cancel, in cents; the list may not show the cancel yet. */
  private async freed({ id, amount }: Transaction): Promise<number> {
    const { cancel } = await this.transfers.stateOf(id);
    return cancel ? centsOf(amount) : 0;
  }
}
