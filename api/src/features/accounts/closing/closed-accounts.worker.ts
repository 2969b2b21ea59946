import { Injectable } from '@nestjs/common';
import { ApplicationWorker } from '../../../engine/subscriptions/workers/application-worker.js';
import { eachInTurn } from '../../../engine/subscriptions/workers/each-in-turn.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { accountsProjection } from '../account/accounts.projection.js';
import { ClosedAccounts } from './closed-accounts.js';

const CHECK_EVERY_MS = 30_000;
/** Longer than a request takes that began before the closing, and than the clocks of two servers may differ. */
const CLEAR_FOR_MS = 5 * 60_000;
/** Most accounts per round, the longest waiting first. */
const ACCOUNTS_LIMIT = 100;

/**
 * Removes again and again what is left of closed accounts, until no request of before can add to it: what an interrupted closing
 * has not removed, and what a request that was under way has put there since.
 */
@Injectable()
export class ClosedAccountsWorker extends ApplicationWorker {
  protected readonly name = 'closed-accounts';
  protected readonly everyMs = CHECK_EVERY_MS;

  constructor(
    private readonly views: ViewStore,
    private readonly closed: ClosedAccounts,
  ) {
    super();
  }

  /** It calls no provider. */
  protected override rests(): boolean {
    return false;
  }

  async work(signal: AbortSignal): Promise<void> {
    const query = { by: 'byClearing', where: { isClearing: true }, limit: ACCOUNTS_LIMIT };
    const { items } = await this.views.find(accountsProjection, query);
    const before = this.clock.now() - CLEAR_FOR_MS;
    await eachInTurn(items, signal, async ({ uid, closedAt }) => {
      const isLast = closedAt !== null && Date.parse(closedAt) < before;
      await (isLast ? this.closed.clearForGood(uid) : this.closed.clear(uid));
    });
  }
}
