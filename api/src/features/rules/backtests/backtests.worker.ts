import { Inject, Injectable } from '@nestjs/common';
import { ApplicationWorker } from '../../../engine/subscriptions/workers/application-worker.js';
import { BacktestRecords } from './backtest-record.js';

const MINUTE_MS = 60_000;

/** Removes backtests that have expired, or whose process has crashed. */
@Injectable()
export class BacktestsWorker extends ApplicationWorker {
  protected readonly name = 'backtests';
  protected readonly everyMs = MINUTE_MS;
  @Inject() private readonly records!: BacktestRecords;

  protected work(signal: AbortSignal): Promise<void> {
    return this.records.sweep(signal);
  }
}
