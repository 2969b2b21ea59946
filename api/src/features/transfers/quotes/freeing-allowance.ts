import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { Clock } from '../../../config/clock.js';
import { countedAt, usedCents } from '../../../kernel/money/counted-week.js';
import { PER_TRANSFER_LIMIT_CENTS, remainingCents, weeklyLimitCents } from '../../../kernel/money/limits.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { formatAmount } from '../../../kernel/money/money.js';
import { ListedCharges } from '../../lifecycle/strays/listed-charges.js';
import { Transfers } from '../../lifecycle/state/transfers.js';
import { EarlierRequests } from '../sending/earlier-requests.js';
import { findTransfer } from '../sending/known-transfers.rules.js';
import { SendingRules } from '../sending/sending-rules.js';
import { senderStream, transferDecider, type SenderState } from '../sending/transfer.decider.js';

/** Most transfers that are searched for a cancel: the newest. */
const NEWEST_LIMIT = 20;
/** A transfer whose amount counts toward the week. */
interface CountedTransfer {
  readonly transferId: string;
  readonly amountCents: number;
}

/** When a sender may try again while the charges are listed. */
const LISTING_SECONDS = 10;

/**
 * Whether the week is known: after a restore its lost charges have to be listed first, and cancelled transfers are about to
 * give amounts back. The streams decide, however late the views are.
 */
@Injectable()
export class FreeingAllowance {
  constructor(
    private readonly runner: CommandRunner,
    private readonly transfers: Transfers,
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
    const short = await this.shortFor(uid, transferId, amountCents);
    if (short === null || (await this.earlier.find(uid, transferId))) return;
    const { remaining, counted } = short;
    const freeing = await this.freeingCents(counted);
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

  /** What remains of a week that a new send does not fit in, and what counts in it; null where it fits. */
  private shortFor(
    uid: string,
    transferId: string,
    amountCents: number,
  ): Promise<{ readonly remaining: number; readonly counted: readonly CountedTransfer[] } | null> {
    const { verifiedWeeklyLimitCents } = this.rules.policy;
    return this.runner.query(transferDecider, senderStream(uid), (state) => {
      const { tier, transfers, week } = state;
      const limit = weeklyLimitCents(tier, verifiedWeeklyLimitCents);
      const nowMs = this.clock.now();
      if (limit === null || amountCents > PER_TRANSFER_LIMIT_CENTS) return null;
      if (findTransfer(transfers, transferId, nowMs)) return null;
      const remaining = remainingCents(limit, usedCents(week, nowMs));
      return amountCents > remaining ? { remaining, counted: countedIn(state, nowMs) } : null;
    });
  }

  private async freeingCents(counted: readonly CountedTransfer[]): Promise<number> {
    const freeing = await Promise.all(counted.slice(-NEWEST_LIMIT).map((one) => this.freedOf(one)));
    return freeing.reduce((sum, cents) => sum + cents, 0);
  }

  /** The amount of a transfer that was cancelled or declined for good, in cents; 0 of any other. */
  private async freedOf({ transferId, amountCents }: CountedTransfer): Promise<number> {
    const { cancel, stage } = await this.transfers.stateOf(transferId);
    return cancel !== null || stage === 'declined' ? amountCents : 0;
  }
}

/** What counts at `nowMs`, oldest first. */
function countedIn({ transfers, week }: SenderState, nowMs: number): readonly CountedTransfer[] {
  return [...transfers]
    .map(([transferId, { revision }]) => ({
      transferId,
      amountCents: countedAt(week, revision, nowMs).amountCents,
    }))
    .filter(({ amountCents }) => amountCents > 0);
}
