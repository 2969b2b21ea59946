import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { isOver } from '../../waiting/backoff.js';
import { ApplicationWorker } from './application-worker.js';
import { Lease } from './lease.js';
import type { WorkQueues } from './work-queues.js';

/**
 * Works the keys of its queues that are in the partitions that this process holds. A separate loop looks for keys that
 * were not added, so that neither waits for the other.
 */
export abstract class QueueWorker extends ApplicationWorker {
  protected abstract readonly queues: Pick<WorkQueues<string>, 'run' | 'fill' | 'keysInProgress'>;
  /** Parts of its keys that are spread over the processes; with 1 a single process works all keys. */
  protected readonly partitions: number = 1;

  /** Adds due keys to the queues, every `everyMs`. A throw is logged and tried again. */
  protected abstract find(signal: AbortSignal): Promise<void>;

  protected override newLease(): Lease {
    const { name, vault, clock, partitions } = this;
    const isBusy = (partition: number) =>
      [...this.queues.keysInProgress()].some((key) => this.partitionOf(key) === partition);
    return new Lease({ name, vault, clock, partitions, isBusy });
  }

  protected async work(signal: AbortSignal): Promise<void> {
    const failed = new AbortController();
    const until = AbortSignal.any([signal, failed.signal]);
    const parts = [this.queues.run(until, (key) => this.isOurs(key)), this.keepFinding(until)];
    for (const part of parts) part.catch(() => failed.abort());
    const ends = await Promise.allSettled(parts);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  private isOurs(key: string): boolean {
    return this.lease?.holds(this.partitionOf(key)) ?? false;
  }

  private partitionOf(key: string): number {
    return crc32(key) % this.partitions;
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
