import { setTimeout as pause } from 'node:timers/promises';
import { Inject, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Backoff, isOver } from '../../waiting/backoff.js';
import { Clock } from '../../../config/clock.js';
import { Outage } from '../../storage/outage.js';
import { ProviderSettings } from '../../../config/runtime.js';
import { Vault } from '../../vault/vault.port.js';
import { Lease } from './lease.js';

/**
 * A worker of the application, in one process at a time (a QueueWorker in several): it begins once the application has
 * started, and ends before the stores close. Its rounds are for work that is not urgent; urgent work belongs to a QueueWorker.
 */
export abstract class ApplicationWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  // Properties, not parameters: the constructors of all workers would only pass them on.
  @Inject() protected readonly vault!: Vault;
  @Inject() protected readonly clock!: Clock;
  @Inject() protected readonly providers!: ProviderSettings;

  /** Of its lease. */
  protected abstract readonly name: string;
  /** Pause between two rounds. */
  protected abstract readonly everyMs: number;
  /** Undefined before the application has started. */
  protected lease: Lease | undefined;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private outage: Outage | undefined;
  private backoff: Backoff | undefined;

  onApplicationBootstrap(): void {
    if (!this.rests()) this.running = this.repeatRounds();
  }

  /** Ends after the current round and hands the lease over. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** One round; `signal` ends it when the application stops or the lease is lost. A throw is logged and tried again. */
  protected abstract work(signal: AbortSignal): Promise<void>;

  /** Whether it does not begin at all: workers call no provider while a command of an operator runs without a server. */
  protected rests(): boolean {
    return this.providers.workersRest === true;
  }

  protected newLease(): Lease {
    const { name, vault, clock } = this;
    return new Lease({ name, vault, clock });
  }

  /** The stores work: also to be called within a round that does not end. */
  protected succeeded(): void {
    this.backoff?.reset();
    this.outage?.end();
  }

  private async repeatRounds(): Promise<void> {
    const { name, everyMs } = this;
    const { signal } = this.stopping;
    const lease = (this.lease = this.newLease());
    const outage = (this.outage = new Outage(name));
    const backoff = (this.backoff = new Backoff(everyMs));
    while (!isOver(signal)) {
      try {
        if (await lease.take())
          await lease.whileRenewed((lost) => this.work(AbortSignal.any([signal, lost])));
        this.succeeded();
      } catch (error) {
        outage.begin('a round failed and will be tried again', error);
        await backoff.pause(signal);
      }
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
    await lease.release().catch(() => undefined);
  }
}
