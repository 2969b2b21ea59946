import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { inParallel } from '../../../engine/waiting/in-parallel.js';
import { ProviderUnknown, UnknownToProvider } from '../../../engine/providers/provider-unknown.js';
import { errorText } from '../../../kernel/error-code.js';
import { Vault } from '../../../engine/vault/vault.port.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { Comparison, type Compared } from '../reconcile/comparison.js';
import type { Difference } from '../state/lifecycle-events.rules.js';
import { openTransfersProjection } from '../state/open-transfers.projection.js';
import { Payouts } from './payouts.js';

const DAY_MS = 24 * 60 * 60_000;
/** A recipient can send money back, or a platform take it back, this long after its delivery (docs/operations.md). */
const RETURNED_MS = 180 * DAY_MS;
/** Payouts that are looked up at the same time, and the pause after each: the rail limits the rate of requests. */
const PARALLEL_LIMIT = 4;
const PAUSE_MS = 50;
/** Look-ups in a row without a response after which the rest waits for the next round. */
const AWAY_LIMIT = 8;
const PASS = { kind: 'run', id: 'missed-returns', owner: 'missed-returns' } as const;

/** A pass that has not ended: stored with each page of the view, so that an interrupted one is resumed. */
interface Pass {
  readonly startedAt: string;
  /** Every payout that was last changed before is looked up. */
  readonly through: string;
}

/** The results of the look-ups. */
interface Found {
  readonly differences: (Difference & { readonly transferId: string })[];
  readonly unanswered: string[];
}

interface Run {
  readonly signal: AbortSignal;
  /** Skipped: they were compared just now. */
  readonly compared: ReadonlySet<string>;
  readonly found: Found;
}

/**
 * Looks every payout up that its rail has delivered within 180 days: one that came back although its webhook was lost is known
 * within a day (docs/money.md). One that is no longer delivered is compared like any other transfer, which records its return.
 */
@Injectable()
export class MissedReturns {
  constructor(
    private readonly views: ViewStore,
    private readonly rail: Payouts,
    private readonly comparison: Comparison,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** A pass over all of them, after the rest of one that was interrupted. */
  async record(signal: AbortSignal, compared: ReadonlySet<string>): Promise<Found> {
    const run = { signal, compared, found: { differences: [], unanswered: [] } };
    if (!(await this.endInterrupted(run))) return run.found;
    const now = this.clock.now();
    await this.pass({ startedAt: isoInstant(now), through: isoInstant(now - RETURNED_MS) }, run);
    return run.found;
  }

  /** Continues a pass that was interrupted, as by an outage of the rail. */
  async resume(signal: AbortSignal): Promise<void> {
    await this.endInterrupted({ signal, compared: new Set(), found: { differences: [], unanswered: [] } });
  }

  /** The differences of a payout that is no longer delivered. @throws ProviderUnknown */
  async look(transfer: Compared): Promise<readonly Difference[]> {
    return (await this.isDelivered(transfer)) ? [] : this.comparison.compare(transfer);
  }

  private async isDelivered({ id, state }: Compared): Promise<boolean> {
    const payoutRef = state.payout?.payoutRef ?? null;
    if (payoutRef === null) return true;
    try {
      return (await this.rail.find({ payoutId: id, payoutRef })).state === 'delivered';
    } catch (error) {
      if (error instanceof UnknownToProvider) return false;
      throw error;
    }
  }

  /** False when it is interrupted once more. */
  private async endInterrupted(run: Run): Promise<boolean> {
    const stored = await this.vault.get<Pass>(PASS.kind, PASS.id);
    return stored === null || this.pass(stored.value, run);
  }

  /** False when the rail does not respond: the rest is looked up when the pass is resumed. */
  private async pass(pass: Pass, run: Run): Promise<boolean> {
    await this.keep(pass);
    const query = { by: 'byPayout', where: { payout: 'delivered' }, from: pass.through };
    for await (const page of pagesOf(this.views, openTransfersProjection, query)) {
      if (!(await this.lookAtAll(page, run))) return false;
      const last = page.at(-1);
      if (last) await this.keep({ ...pass, through: last.updatedAt });
    }
    await this.vault.delete(PASS.kind, PASS.id);
    return true;
  }

  private async lookAtAll(page: readonly Compared[], { signal, compared, found }: Run): Promise<boolean> {
    let failures = 0;
    await inParallel(page, PARALLEL_LIMIT, async (transfer) => {
      signal.throwIfAborted();
      if (compared.has(transfer.id) || failures >= AWAY_LIMIT) return;
      try {
        const differences = await this.look(transfer);
        failures = 0;
        found.differences.push(...differences.map((one) => ({ transferId: transfer.id, ...one })));
      } catch (error) {
        if (!(error instanceof ProviderUnknown)) throw error;
        failures += 1;
        found.unanswered.push(`${transfer.id}: ${errorText(error)}`);
      }
      await pause(PAUSE_MS, undefined, { signal });
    });
    return failures < AWAY_LIMIT;
  }

  /** A stale write is ignored: another process looks the same payouts up, which is just as good. */
  private async keep(value: Pass): Promise<void> {
    const version = (await this.vault.get<Pass>(PASS.kind, PASS.id))?.version ?? null;
    await this.vault.put(PASS.kind, PASS.id, { owner: PASS.owner, value }, version);
  }
}
