import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { isoInstant, Clock } from '../../config/clock.js';
import { Config } from '../../config/config.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import {
  PER_TRANSFER_LIMIT_CENTS,
  remainingCents,
  tierOf,
  WEEK_MS,
  weeklyLimitCents,
} from '../../kernel/limits.js';
import { centsOf, formatAmount } from '../../kernel/money.js';
import type { Allowance, Tier } from '../../kernel/transfers.js';
import { badgeOf } from '../../kernel/verification.js';
import { upcomingReleases, type CountedTransfer } from './upcoming-releases.js';
import { pagesOf } from '../../engine/view-store/pages-of.js';
import { senderRows } from './sender-rows.js';
import { readTransactions } from './transactions-failure.js';
import { kycRequestsProjection, newestRequestOf } from '../verification/kyc-requests.projection.js';
import { transactionsProjection } from './transactions.projection.js';

/** A sender's current allowance. */
export class GetAllowance extends Query<Allowance> {
  constructor(readonly uid: string) {
    super();
  }
}

/** Computed per request from the last seven days: the remaining amount changes with time alone, without an event. */
@QueryHandler(GetAllowance)
export class GetAllowanceHandler implements IQueryHandler<GetAllowance> {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ uid }: GetAllowance): Promise<Allowance> {
    const [tier, counted] = await Promise.all([
      this.tierOf(uid),
      readTransactions(() => this.countedAmounts(uid)),
    ]);
    const limitCents = weeklyLimitCents(tier, this.config.VERIFIED_WEEKLY_LIMIT_CENTS ?? null);
    const usedCents = counted.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return {
      tier,
      weeklyLimit: limitCents === null ? null : formatAmount(limitCents),
      used: formatAmount(usedCents),
      remaining: limitCents === null ? null : formatAmount(remainingCents(limitCents, usedCents)),
      perTransferLimit: formatAmount(PER_TRANSFER_LIMIT_CENTS),
      frees: upcomingReleases(counted),
    };
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
      for (const { amount, createdAt, released } of rows)
        if (!released) counted.push({ amountCents: centsOf(amount), requestedAt: createdAt });
    return counted;
  }
}
