import { isoInstant } from '../../../api/src/config/clock.js';
import { ProviderUnknown } from '../../../api/src/engine/providers/provider-unknown.js';
import type { History } from './history.js';
import type { Faulty, Tasks } from './tasks.js';

export const FAULTS: readonly Faulty[] = ['request lost', 'answer lost', 'late', 'twice'];

const SECOND = 1_000;
/** A caller's deadline, and the longest time a request may be in transit. */
const DEADLINE_MS = 60 * SECOND;
const ARRIVES_WITHIN_MS = 5 * DEADLINE_MS;

/** The provider's permanent refusal of a request. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

export interface Webhook {
  readonly path: 'stripe' | 'paypal';
  readonly eventId: string;
  readonly body: object;
}

interface ProviderCall<Result> {
  readonly what: string;
  /** Runs at the provider; a repeat finds the result of an earlier call. */
  readonly work: () => Result;
  /** Stripe's timestamps are in seconds. */
  readonly isoSeconds?: boolean;
}

/** The network between Flip and its providers: every call and webhook passes through it. */
export class Network {
  readonly webhooks: Webhook[] = [];
  private late: { readonly what: string; readonly untilMs: number; readonly work: () => unknown }[] = [];
  calls = 0;
  private events = 0;

  constructor(
    private readonly clock: { nowMs: number },
    private readonly tasks: Tasks,
    private readonly history: History,
    /** How far the providers' clocks are ahead of ours. */
    private readonly aheadMs: number,
  ) {}

  /** A response is dated at its request. @throws ProviderUnknown, ProviderRefused */
  async call<Result extends object>({
    what,
    work,
    isoSeconds = false,
  }: ProviderCall<Result>): Promise<Result & { readonly providerAt: string }> {
    this.calls += 1;
    const requestedMs = this.clock.nowMs;
    const fault = await this.tasks.park(`→ ${what}`);
    if (this.clock.nowMs - requestedMs > DEADLINE_MS) throw this.unknown(what, 'it never left');
    const result = this.arrive({ what, work }, fault);
    await this.tasks.park(`← ${what}`);
    if (this.clock.nowMs - requestedMs > DEADLINE_MS) throw this.unknown(what, 'the answer is too late');
    if (result instanceof ProviderRefused) throw result;
    const roundMs = isoSeconds ? Math.floor(requestedMs / SECOND) * SECOND : requestedMs;
    return { ...result, providerAt: isoInstant(roundMs) };
  }

  private arrive<Result>({ what, work }: ProviderCall<Result>, fault: Faulty): Result | ProviderRefused {
    if (fault === 'request lost') throw this.unknown(what, 'the request was lost');
    if (fault === 'late') {
      this.late.push({ what, work, untilMs: this.clock.nowMs + ARRIVES_WITHIN_MS });
      throw this.unknown(what, 'it will arrive late');
    }
    const result = this.done(what, work);
    if (fault === 'answer lost') throw this.unknown(what, 'the answer was lost');
    return fault === 'twice' ? this.done(`${what}, a second time`, work) : result;
  }

  private done<Result>(what: string, work: () => Result): Result | ProviderRefused {
    try {
      const result = work();
      this.history.log('provider', what, JSON.stringify(result));
      return result;
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      this.history.log('provider', what, error.message);
      return error;
    }
  }

  private unknown(what: string, why: string): ProviderUnknown {
    this.history.log('network', what, why);
    return new ProviderUnknown(why);
  }

  /** A call arrives after its caller gave up. */
  arriveLate(number: number): void {
    const [call] = this.late.splice(number % Math.max(1, this.late.length), 1);
    if (call && this.clock.nowMs <= call.untilMs) this.done(`${call.what}, late`, call.work);
  }

  forgetLate(): void {
    this.late = [];
  }

  newEvent(): { readonly eventId: string; readonly created: string; readonly createdSeconds: string } {
    this.events += 1;
    const nowMs = this.clock.nowMs + this.aheadMs;
    return {
      eventId: `evt_${this.events}`,
      created: isoInstant(nowMs),
      createdSeconds: isoInstant(Math.floor(nowMs / SECOND) * SECOND),
    };
  }
}
