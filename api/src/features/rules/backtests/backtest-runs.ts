import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { Lease } from '../../../engine/subscriptions/workers/lease.js';
import { Vault } from '../../../engine/vault/vault.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { errorName } from '../../../kernel/error-code.js';
import { BacktestReader } from './backtest-reader.js';
import { BacktestRecords, leaseNameOf, type BacktestRecord } from './backtest-record.js';

/** How often progress is kept, and how soon a cancel by another process is noticed. */
const PROGRESS_EVERY_MS = 500;
/** How long a start waits for a cancelled backtest to end. */
const ENDING_MS = 3_000;
const LOOK_EVERY_MS = 100;

interface Run {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** The backtests that this process runs. */
@Injectable()
export class BacktestRuns implements BeforeApplicationShutdown {
  private readonly logger = new Logger('backtests');
  private readonly runs = new Map<string, Run>();

  constructor(
    private readonly reader: BacktestReader,
    private readonly records: BacktestRecords,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a backtest and returns its id; `recorded` comes before anything is read.
   * @throws backtest_running when the person has one under way, too_many_backtests
   */
  async start(
    uid: string,
    question: BacktestRecord['question'],
    recorded: (id: string) => Promise<unknown>,
  ): Promise<string> {
    const lease = await this.leaseOf(uid);
    const id = randomUUID();
    try {
      await this.records.removeRunning(uid);
      await this.records.requireRoom(uid);
      await recorded(id);
      await this.records.begin(id, uid, question);
    } catch (error) {
      await lease.release().catch(() => undefined);
      throw error;
    }
    const stop = new AbortController();
    const ended = this.run({ id, uid, question, lease, stop: stop.signal }).finally(() => {
      this.runs.delete(id);
    });
    this.runs.set(id, { stop, ended });
    return id;
  }

  /** Ends it when it runs here; another process notices that its record has changed. */
  async stopped(id: string): Promise<void> {
    const run = this.runs.get(id);
    run?.stop.abort();
    await run?.ended;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.runs.keys()].map((id) => this.stopped(id)));
  }

  private async leaseOf(uid: string): Promise<Lease> {
    const lease = new Lease({ name: leaseNameOf(uid), vault: this.vault, clock: this.clock });
    for (let waitedMs = 0; !(await lease.take()); waitedMs += LOOK_EVERY_MS) {
      if (waitedMs >= ENDING_MS || (await this.records.hasRunning(uid)))
        throw new DomainError('backtest_running');
      await delay(LOOK_EVERY_MS);
    }
    return lease;
  }

  /** Never rejects. What did not end as it should leaves nothing. */
  private async run({ id, uid, question, lease, stop }: RunOrder): Promise<void> {
    try {
      await lease.whileRenewed(async (lost) => {
        const signal = AbortSignal.any([stop, lost]);
        const passed = this.progressOf(id);
        const result = await this.reader.read({ ...question, reader: uid }, { signal, passed });
        await this.records.change(id, { state: 'done', progress: 1, result });
      });
    } catch (error) {
      if (!stop.aborted && !(error instanceof Cancelled))
        this.logger.error(`a backtest failed: ${errorName(error)}`);
      await this.records.removeUnlessCancelled(id).catch(() => undefined);
    } finally {
      await lease.release().catch(() => undefined);
    }
  }

  private progressOf(id: string): (share: number) => Promise<void> {
    let keptAtMs = performance.now();
    return async (progress) => {
      if (performance.now() - keptAtMs < PROGRESS_EVERY_MS) return;
      if (!(await this.records.change(id, { progress }))) throw new Cancelled();
      keptAtMs = performance.now();
    };
  }
}

/** It was cancelled. */
class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

interface RunOrder {
  readonly id: string;
  readonly uid: string;
  readonly question: BacktestRecord['question'];
  readonly lease: Lease;
  readonly stop: AbortSignal;
}
