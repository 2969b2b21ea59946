import { setTimeout as pause } from 'node:timers/promises';
import { isOver } from '../../waiting/backoff.js';
import { ApplicationWorker } from './application-worker.js';
import type { WorkQueues } from './work-queues.js';

/**
 * Works its queues as long as it has the lease. A separate loop looks for keys that were not added, so that neither
 * waits for the other.
 */
export abstract class QueueWorker extends ApplicationWorker {
  protected abstract readonly queues: Pick<WorkQueues<string>, 'run' | 'fill'>;

  /** Adds due keys to the queues, every `everyMs`. A throw is logged and tried again. */
  protected abstract find(signal: AbortSignal): Promise<void>;

  protected async work(signal: AbortSignal): Promise<void> {
    const failed = new AbortController();
    const until = AbortSignal.any([signal, failed.signal]);
    const parts = [this.queues.run(until), this.keepFinding(until)];
    for (const part of parts) part.catch(() => failed.abort());
    const ends = await Promise.allSettled(parts);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  private async keepFinding(signal: AbortSignal): Promise<void> {
    while (!isOver(signal)) {
      await this.find(signal);
      this.succeeded();
      this.queues.fill();
      await pause(this.everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
