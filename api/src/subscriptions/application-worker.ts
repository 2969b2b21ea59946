import { Inject, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Backoff, isOver } from '../config/backoff.js';
import { Clock } from '../config/clock.js';
import { errorName } from '../config/error-code.js';
import { Outage } from '../config/outage.js';
import { ProviderSettings } from '../config/runtime.js';
import { Wakeup } from '../config/wakeup.js';
import { Vault } from '../vault/vault.port.js';
import { Lease } from './lease.js';

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
  private readonly wakeup = new Wakeup();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  onApplicationBootstrap(): void {
    if (!this.rests()) this.running = this.repeatRounds();
  }

  /** Ends after the current round and releases the lease. */
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

  /** Begins the next round now. */
  protected beginRound(): void {
    this.wakeup.wake();
  }

  private async repeatRounds(): Promise<void> {
    const { name, vault, clock, everyMs } = this;
    const { signal } = this.stopping;
    const lease = new Lease({ name, vault, clock });
    const outage = new Outage(name);
    const backoff = new Backoff(everyMs);
    while (!isOver(signal)) {
      try {
        if (await lease.take())
          await lease.whileRenewed((lost) => this.work(AbortSignal.any([signal, lost])));
        backoff.reset();
        outage.end();
      } catch (error) {
        // Only its name: a mail server's refusal, for one, quotes the address.
        outage.begin(`a round failed and will be tried again: ${errorName(error)}`);
        await backoff.pause(signal);
      }
      await this.wakeup.wait(everyMs, signal);
    }
    await lease.release().catch(() => undefined);
  }
}
