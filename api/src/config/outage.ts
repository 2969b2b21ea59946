import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';

/** A failure that lasts: one line in the log when it begins and one when it is over, however often it is met. */
export class Outage {
  private readonly logger: Logger;
  private sinceMs: number | null = null;

  /** `name` is what fails. */
  constructor(name: string) {
    this.logger = new Logger(name);
  }

  get lasts(): boolean {
    return this.sinceMs !== null;
  }

  /** `reason` is logged: it must not quote data. */
  begin(reason: string): void {
    if (this.sinceMs !== null) return;
    this.sinceMs = performance.now();
    this.logger.warn(reason);
  }

  end(): void {
    if (this.sinceMs === null) return;
    this.logger.log(`works again after ${((performance.now() - this.sinceMs) / 1_000).toFixed(1)} s`);
    this.sinceMs = null;
  }
}
