import { Injectable } from '@nestjs/common';
import { isoInstant, Clock } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { allowanceOf, countedOf, type CountedTransfer } from '../../../kernel/money/allowance.js';
import { countedAt } from '../../../kernel/money/counted-week.js';
import { tierOf, WEEK_MS } from '../../../kernel/money/limits.js';
import type { Allowance, Tier } from '../../../kernel/money/transfers.js';
import { strayChargesProjection } from '../../lifecycle/strays/stray-charges.projection.js';
import { badgeOf } from '../../../kernel/people/verification.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { senderRows } from '../history/sender-rows.js';
import { readTransactions } from '../history/transactions-failure.js';
import { kycRequestsProjection, newestRequestOf } from '../../verification/kyc-requests.projection.js';
import { transactionsProjection } from '../history/transactions.projection.js';
import { senderStream, transferDecider } from '../sending/transfer.decider.js';

/**
 * A sender's current allowance. Computed per request from the last seven days: the remaining amount changes with time
 * alone, without an event.
 */
@Injectable()
export class GetAllowance {
  constructor(
    private readonly views: ViewStore,
    private readonly runner: CommandRunner,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute(uid: string): Promise<Allowance> {
    const [tier, sent, strays] = await Promise.all([
      this.tierOf(uid),
      readTransactions(() => this.countedAmounts(uid)),
      this.strayAmounts(uid),
    ]);
    const counted = [...sent, ...strays].sort((one, other) => (one.requestedAt < other.requestedAt ? -1 : 1));
    return allowanceOf(tier, counted, this.config.VERIFIED_WEEKLY_LIMIT_CENTS ?? null);
  }

  /** Only the sender's stream knows what the transfers of lost charges count; few senders have any. */
  private async strayAmounts(uid: string): Promise<readonly CountedTransfer[]> {
    const query = { by: 'bySender', where: { uid }, limit: 1 };
    const { items } = await this.views.find(strayChargesProjection, query);
    if (items.length === 0) return [];
    const nowMs = this.clock.now();
    const counted = await this.runner.query(transferDecider, senderStream(uid), ({ week, strays }) =>
      [...strays.values()].map((revision) => countedAt(week, revision, nowMs)),
    );
    return counted
      .filter(({ amountCents }) => amountCents > 0)
      .map(({ amountCents, requestedAtMs }) => ({
        amountCents,
        requestedAt: isoInstant(requestedAtMs),
        part: 'sent',
      }));
  }

  private async tierOf(uid: string): Promise<Tier> {
    const { items } = await this.views.find(kycRequestsProjection, newestRequestOf(uid));
    return tierOf(badgeOf(items[0]?.status));
  }

  /** The amounts that count toward the week now, oldest first. */
  private async countedAmounts(uid: string): Promise<readonly CountedTransfer[]> {
    const from = isoInstant(this.clock.now() - WEEK_MS + 1);
    const counted: CountedTransfer[] = [];
    for await (const rows of pagesOf(this.views, transactionsProjection, {
      ...senderRows(uid, { from }),
      desc: false,
    }))
      for (const transfer of rows) if (!transfer.released) counted.push(countedOf(transfer));
    return counted;
  }
}
