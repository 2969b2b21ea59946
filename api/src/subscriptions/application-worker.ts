import { Inject, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { ProviderSettings } from '../config/runtime.js';
import { Vault } from '../vault/vault.port.js';
import { LeasedWorker } from './leased-worker.js';

/**
 * A worker of the application, in one process at a time: it begins once the application has started, and ends before the
 * stores close.
 */
export abstract class ApplicationWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  @Inject() protected readonly vault!: Vault;
  @Inject() protected readonly clock!: Clock;
  @Inject() protected readonly providers!: ProviderSettings;

  /** Of its lease. */
  protected abstract readonly name: string;
  /** Pause between two rounds. */
  protected abstract readonly everyMs: number;
  private worker: LeasedWorker | undefined;

  onApplicationBootstrap(): void {
    if (this.rests()) return;
    const { name, vault, clock, everyMs } = this;
    this.worker = new LeasedWorker({ name, vault, clock, everyMs, work: (signal) => this.work(signal) });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.stop();
  }

  /** One round; `signal` ends it when the application stops or the lease is lost. A throw is logged and tried again. */
  protected abstract work(signal: AbortSignal): Promise<void>;

  /** Whether it does not begin at all: workers call no provider while a command of an operator runs without a server. */
  protected rests(): boolean {
    return this.providers.workersRest === true;
  }

  /** Begins the next round now. */
  protected beginRound(): void {
    this.worker?.wake();
  }
}
