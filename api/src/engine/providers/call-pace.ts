import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Clock } from '../../config/clock.js';
import type { Sharing } from '../../config/runtime.js';
import { ProviderBusy } from './provider-unknown.js';

const SECOND_MS = 1_000;
/** A provider that wants a longer rest is asked again after this one. */
const REST_LIMIT_SECONDS = 300;

/**
 * What one provider allows: so many calls a second, of which this process makes its share, spread evenly, and none while it
 * has asked to wait. Callers bound how many wait for their turn.
 */
export class CallPace {
  private nextMs = 0;
  private restUntilMs = 0;

  /** `callsPerSecond` is Infinity where there is no limit; without `sharing` this process is alone. */
  constructor(
    private readonly provider: string,
    private readonly allowed: { readonly callsPerSecond: number; readonly sharing?: Sharing },
    private readonly clock: Clock,
  ) {}

  /** Resolves when the next call may begin. @throws ProviderBusy */
  async turn(): Promise<void> {
    this.requireNoRest();
    const nowMs = performance.now();
    const turnMs = Math.max(this.nextMs, nowMs);
    const { callsPerSecond, sharing } = this.allowed;
    this.nextMs = turnMs + (SECOND_MS * (sharing?.processes() ?? 1)) / callsPerSecond;
    if (turnMs <= nowMs) return;
    await pause(turnMs - nowMs);
    this.requireNoRest();
  }

  /** For a call that does not count toward the provider's limit. @throws ProviderBusy */
  requireNoRest(): void {
    const restMs = this.restUntilMs - performance.now();
    if (restMs > 0) throw new ProviderBusy(this.provider, Math.ceil(restMs / SECOND_MS));
  }

  /** Of every response: with 429, and 5xx, a provider may say for how long it wants no call. */
  heard(status: number, retryAfter: string | null | undefined): void {
    if (status !== 429 && status < 500) return;
    const seconds = retrySecondsOf(retryAfter, this.clock);
    if (seconds === null) return;
    const untilMs = performance.now() + seconds * SECOND_MS;
    if (untilMs <= this.restUntilMs) return;
    this.restUntilMs = untilMs;
    new Logger(this.provider).warn(`responded with ${status} and asks for no call within ${seconds} s`);
  }
}

/** Whole seconds until a caller may try again, 300 at most; null without a usable header. */
export function retrySecondsOf(retryAfter: string | null | undefined, clock: Clock): number | null {
  if (!retryAfter) return null;
  const dateMs = /^\d+$/.test(retryAfter) ? null : Date.parse(retryAfter) - clock.now();
  const seconds = dateMs === null ? Number(retryAfter) : Math.ceil(dateMs / SECOND_MS);
  return seconds > 0 ? Math.min(seconds, REST_LIMIT_SECONDS) : null;
}
