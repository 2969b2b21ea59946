import type { Position } from '../event-sourcing/event.js';

/** Told while long work goes on; `remaining` events are an estimate, null where none can be made. */
export type Progress = (events: number, ratePerSecond: number, remaining: number | null) => void;

/** How often progress is told. */
const TOLD_EVERY_MS = 500;

/** Counts events and tells of them now and then. */
export class ProgressMeter {
  private readonly startedAtMs = performance.now();
  private toldAtMs = this.startedAtMs;
  events = 0;

  constructor(private readonly progress: Progress = () => undefined) {}

  /** So many more are done, up to `through` on the way to `head`. */
  passed(events: number, through: Position, head: Position): void {
    this.events += events;
    if (performance.now() - this.toldAtMs >= TOLD_EVERY_MS) this.tell(this.remaining(through, head));
  }

  /** Tells the final count. */
  end(): void {
    this.tell(0);
  }

  private tell(remaining: number | null): void {
    this.toldAtMs = performance.now();
    const seconds = Math.max(0.001, (this.toldAtMs - this.startedAtMs) / 1_000);
    this.progress(this.events, Math.round(this.events / seconds), remaining);
  }

  /** From how far the positions are: both stores number them with digits, though not without gaps. */
  private remaining(through: Position, head: Position): number | null {
    const share = Number(through) / Number(head);
    return share > 0 && share <= 1 ? Math.round(this.events / share - this.events) : null;
  }
}
