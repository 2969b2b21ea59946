import { isoInstant } from '../../../api/src/config/clock.js';
import { ProviderUnknown } from '../../../api/src/config/provider-unknown.js';
import type { History } from './history.js';
import type { Faulty, Tasks } from './tasks.js';

export const FAULTS: readonly Faulty[] = ['request lost', 'answer lost', 'late', 'twice'];

const SECOND = 1_000;
/** A caller's deadline, and how long a request may be on its way. */
const DEADLINE_MS = 60 * SECOND;
const ARRIVES_WITHIN_MS = 5 * DEADLINE_MS;

/** The provider refuses what was asked, for good. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

export interface Webhook {
  readonly path: 'stripe' | 'paypal';
  readonly eventId: string;
  readonly body: object;
  /** Only this webhook tells it; providers repeat such a one until it is received. */
  readonly isVital: boolean;
}

interface Asked<Answer> {
  readonly what: string;
  /** At the provider; a repeat finds what an earlier one did. */
  readonly work: () => Answer;
  /** Stripe's clock has seconds. */
  readonly isoSeconds?: boolean;
}

/** Between Flip and its providers: every call and webhook passes here. */
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

  /** An answer is as old as its question. @throws ProviderUnknown, ProviderRefused */
  async call<Answer extends object>({
    what,
    work,
    isoSeconds = false,
  }: Asked<Answer>): Promise<Answer & { readonly providerAt: string }> {
    this.calls += 1;
    const askedMs = this.clock.nowMs;
    const fault = await this.tasks.park(`→ ${what}`);
    if (this.clock.nowMs - askedMs > DEADLINE_MS) throw this.unknown(what, 'it never left');
    const answer = this.arrive({ what, work }, fault);
    await this.tasks.park(`← ${what}`);
    if (this.clock.nowMs - askedMs > DEADLINE_MS) throw this.unknown(what, 'the answer is too late');
    if (answer instanceof ProviderRefused) throw answer;
    const roundMs = isoSeconds ? Math.floor(askedMs / SECOND) * SECOND : askedMs;
    return { ...answer, providerAt: isoInstant(roundMs) };
  }

  private arrive<Answer>({ what, work }: Asked<Answer>, fault: Faulty): Answer | ProviderRefused {
    if (fault === 'request lost') throw this.unknown(what, 'the request was lost');
    if (fault === 'late') {
      this.late.push({ what, work, untilMs: this.clock.nowMs + ARRIVES_WITHIN_MS });
      throw this.unknown(what, 'it will arrive late');
    }
    const answer = this.done(what, work);
    if (fault === 'answer lost') throw this.unknown(what, 'the answer was lost');
    return fault === 'twice' ? this.done(`${what}, a second time`, work) : answer;
  }

  private done<Answer>(what: string, work: () => Answer): Answer | ProviderRefused {
    try {
      const answer = work();
      this.history.tell('provider', what, JSON.stringify(answer));
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      this.history.tell('provider', what, error.message);
      return error;
    }
  }

  private unknown(what: string, why: string): ProviderUnknown {
    this.history.tell('network', what, why);
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
