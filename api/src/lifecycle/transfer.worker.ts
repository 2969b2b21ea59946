import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { newCommandContext } from '../commands/command-context.js';
import { CommandRunner } from '../commands/command-runner.js';
import { isoInstant } from '../config/clock.js';
import { errorName } from '../config/error-code.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import { OutcomeUnknown } from '../event-store/event-store.port.js';
import { ApplicationWorker } from '../subscriptions/application-worker.js';
import { pagesOf } from '../view-store/pages-of.js';
import { ViewStore, type ViewQuery } from '../view-store/view-store.port.js';
import { transferStream } from './lifecycle-events.rules.js';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import type { LifecycleState } from './lifecycle-state.rules.js';
import { timerOf } from './lifecycle-times.rules.js';
import { nextCallOf, type NextCall } from './next-call.rules.js';
import type { OpenTransfer } from './open-transfers.projection.js';
import { commandOf } from './provider-call.js';
import { transferLifecycle } from './transfer-lifecycle.decider.js';

const LOOK_EVERY_MS = 1_000;
const POLL_EVERY_MS = 30_000;
/** A recipient may take 30 days to claim a payout, and its webhook arrives right away. */
const POLL_UNCLAIMED_MS = 15 * 60_000;
/** Calls in progress at the same time. */
const PARALLEL_LIMIT = 8;
/** Most steps of one transfer in a row; the rest follow in the next round. */
const STEPS_LIMIT = 12;
const WAITING_LIMIT = 50_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Until when a call is not repeated; another call of the same transfer does not wait. */
interface Waiting {
  readonly call: NextCall;
  readonly failures: number;
  readonly untilMs: number;
}

/**
 * Takes every open transfer to its next step: expired timers, and the provider call that a recorded intention requires,
 * under the intention's own idempotency key. The view and the saga's wake-ups name the transfers; each step is decided
 * from the transfer's stream, so that a crash, a repeat or a second worker changes nothing.
 */
@Injectable()
export class TransferWorker extends ApplicationWorker {
  private readonly logger = new Logger('transfers');
  protected readonly name = 'transfers';
  protected readonly everyMs = LOOK_EVERY_MS;
  private readonly queue = new Set<string>();
  private readonly underWay = new Set<string>();
  /** Calls that wait before they are repeated: the provider was unavailable, or a poll found nothing new. */
  private readonly waiting = new LRUCache<string, Waiting>({ max: WAITING_LIMIT });
  /** When the view was last read, on the monotonic clock. */
  private lookedAt = -Infinity;
  private polledAtMs = -Infinity;

  @Inject() private readonly views!: ViewStore;

  constructor(
    private readonly runner: CommandRunner,
    private readonly commands: CommandBus,
  ) {
    super();
  }

  /** Advances a transfer now, unless another process has the lease. */
  wake(transferId: string): void {
    if (this.queue.size >= WAITING_LIMIT) return;
    this.queue.add(transferId);
    this.beginRound();
  }

  protected async work(signal: AbortSignal): Promise<void> {
    // The view is read only for transfers that nobody named with `wake`.
    if (performance.now() - this.lookedAt >= LOOK_EVERY_MS) await this.findDue();
    const results = await Promise.allSettled(
      Array.from({ length: PARALLEL_LIMIT }, async () => {
        for (const transferId of this.queue) {
          if (signal.aborted) return;
          this.queue.delete(transferId);
          if (!this.underWay.has(transferId)) await this.advanceAlone(transferId);
        }
      }),
    );
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  private async findDue(): Promise<void> {
    const now = this.clock.now();
    this.lookedAt = performance.now();
    await this.list({ by: 'byCall', where: { waitsFor: 'call' } });
    await this.list({ by: 'byTimer', where: { timer: 'set' }, to: isoInstant(now + 1) });
    if (now - this.polledAtMs < POLL_EVERY_MS && now >= this.polledAtMs) return;
    this.polledAtMs = now;
    await this.list({ by: 'byCall', where: { waitsFor: 'poll' } });
  }

  private async list(query: Pick<ViewQuery, 'by' | 'where' | 'to'>): Promise<void> {
    for await (const page of pagesOf<OpenTransfer>(this.views, 'open_transfers', query)) {
      for (const { id } of page) this.queue.add(id);
      if (this.queue.size >= WAITING_LIMIT) return;
    }
  }

  private async advanceAlone(transferId: string): Promise<void> {
    this.underWay.add(transferId);
    try {
      await this.advance(transferId);
    } finally {
      this.underWay.delete(transferId);
    }
  }

  /** Takes steps until the transfer has to wait. */
  async advance(transferId: string): Promise<void> {
    for (let step = 0; step < STEPS_LIMIT; step += 1) {
      const state = await this.runner.query(
        transferLifecycle,
        transferStream(transferId),
        (current) => current,
      );
      const timer = timerOf(state);
      if (timer !== null && isoInstant(this.clock.now()) >= timer)
        await this.decide(transferId, { type: 'ElapseTime' });
      else if (!(await this.call(transferId, state))) return;
    }
  }

  /** Makes the outstanding call. False when there is none, or it has to wait. */
  private async call(transferId: string, state: LifecycleState): Promise<boolean> {
    const call = nextCallOf(state);
    if (call === null) return false;
    const { failures, untilMs } = this.waitingFor(transferId, call);
    if (this.clock.now() < untilMs) return false;
    try {
      const command = await this.commands.execute(commandOf({ call, transferId, state }));
      // The poll found nothing new, or a webhook has reported it already.
      if (await this.decide(transferId, command)) return true;
      this.pause(transferId, { call, failures: 0, ms: pollPauseOf(call, state) });
    } catch (error) {
      if (error instanceof StoreUnavailable || error instanceof OutcomeUnknown) throw error;
      // The provider is unavailable or its response unexpected: other transfers continue.
      const ms = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      this.pause(transferId, { call, failures: failures + 1, ms });
      this.logger.warn(`${call} of ${transferId}: ${errorName(error)}; tried again in ${ms / 1_000} s`);
    }
    return false;
  }

  private waitingFor(transferId: string, call: NextCall): Pick<Waiting, 'failures' | 'untilMs'> {
    const waiting = this.waiting.get(transferId);
    return waiting?.call === call ? waiting : { failures: 0, untilMs: 0 };
  }

  private pause(
    transferId: string,
    { ms, ...rest }: Omit<Waiting, 'untilMs'> & { readonly ms: number },
  ): void {
    this.waiting.set(transferId, { ...rest, untilMs: this.clock.now() + ms });
  }

  /** Returns false when nothing was recorded. */
  private async decide(transferId: string, command: UndatedLifecycleCommand): Promise<boolean> {
    const { events } = await this.runner.execute({
      decider: transferLifecycle,
      stream: transferStream(transferId),
      command,
      context: newCommandContext({ kind: 'system', id: 'transfers' }),
    });
    return events.length > 0;
  }
}

const pollPauseOf = (call: NextCall, { payout }: LifecycleState): number =>
  call === 'poll_payout' && payout?.state === 'unclaimed' ? POLL_UNCLAIMED_MS : POLL_EVERY_MS;
