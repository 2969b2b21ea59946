import type { Position } from '../../event-sourcing/event.js';

/** Reports long work; `remaining` events are an estimate, null where none is possible. */
export type Progress = (events: number, ratePerSecond: number, remaining: number | null) => void;

/** How often progress is reported. */
const REPORT_EVERY_MS = 500;
/** A shorter time says little about the rest. */
const ESTIMATE_AFTER_MS = 5_000;

/** Counts events and reports them now and then. */
export class ProgressMeter {
  private readonly started = { sinceMs: performance.now(), events: 0 };
  private reportedAtMs = this.started.sinceMs;
  /** The end of the first page, from which estimates count: a start is slower than what follows. */
  private steady = this.started;
  events = 0;

  constructor(private readonly progress: Progress = () => undefined) {}

  /** Adds processed events, up to `through` of `head`. */
  passed(events: number, through: Position, head: Position): void {
    this.events += events;
    if (this.steady === this.started) this.steady = { sinceMs: performance.now(), events: this.events };
    if (performance.now() - this.reportedAtMs >= REPORT_EVERY_MS) this.report(this.remaining(through, head));
  }

  /** Reports the final count. */
  end(): void {
    this.report(0);
  }

  private report(remaining: number | null): void {
    const now = (this.reportedAtMs = performance.now());
    const isSteady = now - this.steady.sinceMs >= ESTIMATE_AFTER_MS;
    const { sinceMs, events } = isSteady ? this.steady : this.started;
    const seconds = Math.max(0.001, (now - sinceMs) / 1_000);
    const rate = Math.round((this.events - events) / seconds);
    this.progress(this.events, rate, isSteady || remaining === 0 ? remaining : null);
  }

  /** Estimated from the positions: both stores number them with digits, with gaps. */
  private remaining(through: Position, head: Position): number | null {
    const share = Number(through) / Number(head);
    return share > 0 && share <= 1 ? Math.round(this.events / share - this.events) : null;
  }
}
