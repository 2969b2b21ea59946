import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { Clock, isoInstant } from '../../config/clock.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { usedCents } from '../../kernel/counted-week.js';
import { PER_TRANSFER_LIMIT_CENTS, remainingCents, WEEK_MS, weeklyLimitCents } from '../../kernel/limits.js';
import { centsOf } from '../../kernel/money.js';
import type { Transaction } from '../../kernel/transfers.js';
import { transferStream } from '../lifecycle/lifecycle-events.rules.js';
import { transferLifecycle } from '../lifecycle/transfer-lifecycle.decider.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { findTransfer } from './known-transfers.rules.js';
import { senderRows } from './sender-rows.js';
import { SendingRules } from './sending-rules.js';
import { senderStream, transferDecider } from './transfer.decider.js';
import { transactionsProjection } from './transactions.projection.js';

/** Most transfers whose cancel is looked for: the newest. */
const NEWEST_LIMIT = 20;

/** What remains of the week, and what cancelled transfers are about to give back to it; cents. */
export interface Freeing {
  readonly remainingCents: number;
  readonly freeingCents: number;
}

/** Whether a send fits only once the bank has ended the transfers that its sender cancelled; null when it need not wait. */
export class GetFreeing extends Query<Freeing | null> {
  constructor(
    readonly uid: string,
    readonly send: { readonly transferId: string; readonly amountCents: number },
  ) {
    super();
  }
}

/**
 * Streams decide; the view only names the transfers, and is read only for a send that would be refused. While views are away,
 * the send is refused like any other.
 */
@QueryHandler(GetFreeing)
export class GetFreeingHandler implements IQueryHandler<GetFreeing> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly views: ViewStore,
    private readonly rules: SendingRules,
    private readonly clock: Clock,
  ) {}

  async execute({ uid, send }: GetFreeing): Promise<Freeing | null> {
    const remaining = await this.remainingUnder(uid, send);
    if (remaining === null) return null;
    const freeingCents = await this.freeingCents(uid);
    return send.amountCents <= remaining + freeingCents ? { remainingCents: remaining, freeingCents } : null;
  }

  /** What remains where it is less than the amount of a new send; null otherwise. */
  private remainingUnder(
    uid: string,
    { transferId, amountCents }: GetFreeing['send'],
  ): Promise<number | null> {
    const { verifiedWeeklyLimitCents } = this.rules.policy;
    return this.runner.query(transferDecider, senderStream(uid), ({ tier, transfers, week }) => {
      const limit = weeklyLimitCents(tier, verifiedWeeklyLimitCents);
      if (limit === null || amountCents > PER_TRANSFER_LIMIT_CENTS || findTransfer(transfers, transferId))
        return null;
      const remaining = remainingCents(limit, usedCents(week, this.clock.now()));
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

  /** The amount of a transfer whose cancel is recorded, in cents; the list may not show the cancel yet. */
  private async freed({ id, amount }: Transaction): Promise<number> {
    const isCancelled = await this.runner.query(
      transferLifecycle,
      transferStream(id),
      ({ cancel }) => cancel !== null,
    );
    return isCancelled ? centsOf(amount) : 0;
  }
}
