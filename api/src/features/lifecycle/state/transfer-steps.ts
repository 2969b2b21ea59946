import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, isoInstant } from '../../../config/clock.js';
import { errorText } from '../../../kernel/error-code.js';
import { ProviderAway, ProviderBusy } from '../../../engine/providers/provider-unknown.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { OutcomeUnknown } from '../../../engine/event-store/event-store.port.js';
import type { UndatedLifecycleCommand } from './lifecycle-commands.rules.js';
import type { LifecycleState } from './lifecycle-state.rules.js';
import { timerOf } from './lifecycle-times.rules.js';
import { isPoll, nextCallOf, providerOf, type NextCall, type Provider } from './next-call.rules.js';
import { ProviderCalls } from '../worker/provider-calls.js';
import { StrayCharges } from '../strays/stray-charges.js';
import { Transfers } from './transfers.js';
import { entryLimit } from '../../../kernel/text/entry-limit.js';

/** Shorter than the half minute in which the worker lists what waits for a poll: what ends with the list would miss it. */
const POLL_PAUSE_MS = 29_000;
/** A recipient may take 30 days to claim a payout, and its webhook arrives right away. */
const POLL_UNCLAIMED_MS = 15 * 60_000;
const SYSTEM = { kind: 'system', id: 'transfers' } as const;
const WAITING_LIMIT = 50_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Until when a step is not repeated; another call of the same transfer does not wait. */
interface Waiting {
  readonly step: Step;
  readonly failures: number;
  readonly untilMs: number;
}

type Step = NextCall | 'reading';

/** How a call ended: `away` without any response of the provider, `skipped` when it was no longer outstanding. */
export type CallEnd = 'answered' | 'failed' | 'away' | 'skipped';

/**
 * The steps of one transfer, each decided from its stream, so that a crash, a repeat or a second process changes nothing:
 * what time decides, and the provider call that a recorded intention requires, under the intention's own key.
 */
@Injectable()
export class TransferSteps {
  private readonly logger = new Logger('transfers');
  /** Steps that wait before they are repeated: the provider was unavailable, or a poll found nothing new. */
  private readonly waiting = new LRUCache<string, Waiting>(entryLimit(WAITING_LIMIT));

  constructor(
    private readonly transfers: Transfers,
    private readonly calls: ProviderCalls,
    private readonly clock: Clock,
    private readonly strays: StrayCharges,
  ) {}

  /** Ends timers that have expired, then names the provider to call; null while there is no call, or it has to wait. */
  async next(transferId: string): Promise<Provider | null> {
    if (this.hasToWait(transferId, 'reading')) return null;
    try {
      return await this.nextNow(transferId);
    } catch (error) {
      this.tryLater(transferId, 'reading', error);
      return null;
    }
  }

  private async nextNow(transferId: string): Promise<Provider | null> {
    const state = await this.transfers.stateOf(transferId);
    const timer = timerOf(state);
    const isDue = timer !== null && isoInstant(this.clock.now()) >= timer;
    if (isDue && (await this.decide(transferId, { type: 'ElapseTime' }))) return this.nextNow(transferId);
    const call = nextCallOf(state);
    return call === null || this.hasToWait(transferId, call) ? null : providerOf(call);
  }

  /**
   * Makes the outstanding call if it is one of this provider.
   * @throws StoreUnavailable, OutcomeUnknown when our own stores do not work
   */
  async call(transferId: string, provider: Provider): Promise<CallEnd> {
    const state = await this.transfers.stateOf(transferId);
    const call = nextCallOf(state);
    if (call === null || providerOf(call) !== provider || this.hasToWait(transferId, call)) return 'skipped';
    try {
      const command = await this.own(await this.calls.make({ call, transferId, state }), transferId, state);
      await this.recordDisputes(command, transferId, state);
      const { events, state: after } = await this.transfers.decide(transferId, SYSTEM, command);
      const next = nextCallOf(after);
      // The poll found nothing new, or a webhook has reported it already.
      if (events.length === 0) this.pollLater(transferId, call, state);
      else if (next !== null && isPoll(next)) this.pollLater(transferId, next, after);
      return 'answered';
    } catch (error) {
      this.tryLater(transferId, call, error);
      return error instanceof ProviderAway ? 'away' : 'failed';
    }
  }

  /** A charge without our asking is one that a restored log has lost: it may have been found, and refunded, as a stray one. */
  private async own(
    command: UndatedLifecycleCommand,
    transferId: string,
    { payment }: LifecycleState,
  ): Promise<UndatedLifecycleCommand> {
    if (command.type !== 'RecordPayment' || command.outcome.state !== 'captured') return command;
    if (payment?.state === 'authorized') return command;
    return { ...command, outcome: await this.strays.claimed(command.outcome, transferId) };
  }

  /** A bank may have taken back, since the backup, a charge that a restored log would pay out. */
  private async recordDisputes(
    command: UndatedLifecycleCommand,
    transferId: string,
    state: LifecycleState,
  ): Promise<void> {
    if (command.type !== 'RecordChargeCheck' || command.refunds.some(({ state: end }) => end !== 'failed'))
      return;
    for (const dispute of await this.calls.disputesOf(transferId, state))
      await this.decide(transferId, dispute);
  }

  /** A poll makes up for a lost webhook, which has time to come first. */
  private pollLater(transferId: string, step: NextCall, state: LifecycleState): void {
    this.pause(transferId, { step, failures: 0, ms: pollPauseOf(step, state) });
  }

  /** The provider is unavailable, its response unexpected, or this one stream unreadable: other transfers continue. */
  private tryLater(transferId: string, step: Step, error: unknown): void {
    if (error instanceof StoreUnavailable || error instanceof OutcomeUnknown) throw error;
    const { failures } = this.waitingFor(transferId, step);
    if (error instanceof ProviderBusy) {
      this.pause(transferId, { step, failures, ms: error.seconds * 1_000 });
      return;
    }
    const ms = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    this.pause(transferId, { step, failures: failures + 1, ms });
    this.logger.warn(`${step} of ${transferId}: ${errorText(error)}; tried again in ${ms / 1_000} s`);
  }

  private hasToWait(transferId: string, step: Step): boolean {
    return this.clock.now() < this.waitingFor(transferId, step).untilMs;
  }

  private waitingFor(transferId: string, step: Step): Pick<Waiting, 'failures' | 'untilMs'> {
    const waiting = this.waiting.get(transferId);
    return waiting?.step === step ? waiting : { failures: 0, untilMs: 0 };
  }

  private pause(
    transferId: string,
    { ms, ...rest }: Omit<Waiting, 'untilMs'> & { readonly ms: number },
  ): void {
    this.waiting.set(transferId, { ...rest, untilMs: this.clock.now() + ms });
  }

  /** Returns false when nothing was recorded. */
  private async decide(transferId: string, command: UndatedLifecycleCommand): Promise<boolean> {
    const { events } = await this.transfers.decide(transferId, SYSTEM, command);
    return events.length > 0;
  }
}

const pollPauseOf = (call: NextCall, { payout }: LifecycleState): number =>
  call === 'poll_payout' && payout?.state === 'unclaimed' ? POLL_UNCLAIMED_MS : POLL_PAUSE_MS;
