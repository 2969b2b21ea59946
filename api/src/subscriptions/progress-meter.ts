import type { Position } from '../event-sourcing/event.js';

/** Reports long work; `remaining` events are an estimate, null where none is possible. */
export type Progress = (events: number, ratePerSecond: number, remaining: number | null) => void;

/** How often progress is reported. */
const REPORT_EVERY_MS = 500;

/** Counts events and reports them now and then. */
export class ProgressMeter {
  private readonly startedAtMs = performance.now();
  private reportedAtMs = this.startedAtMs;
  events = 0;

  constructor(private readonly progress: Progress = () => undefined) {}

  /** Adds processed events, up to `through` of `head`. */
  passed(events: number, through: Position, head: Position): void {
    this.events += events;
    if (performance.now() - this.reportedAtMs >= REPORT_EVERY_MS) this.report(this.remaining(through, head));
  }

  /** Reports the final count. */
  end(): void {
    this.report(0);
  }

  private report(remaining: number | null): void {
    this.reportedAtMs = performance.now();
    const seconds = Math.max(0.001, (this.reportedAtMs - this.startedAtMs) / 1_000);
    this.progress(this.events, Math.round(this.events / seconds), remaining);
  }

  /** Estimated from the positions: both stores number them with digits, with gaps. */
  private remaining(through: Position, head: Position): number | null {
    const share = Number(through) / Number(head);
    return share > 0 && share <= 1 ? Math.round(this.events / share - this.events) : null;
  }
}
