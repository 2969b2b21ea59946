import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BacktestRecords } from './backtest-record.js';
import { BacktestRuns } from './backtest-runs.js';

export class CancelBacktest extends Command<void> {
  constructor(
    readonly id: string,
    readonly uid: string,
  ) {
    super();
  }
}

/** Ends a backtest, whichever process runs it, and removes its result. @throws backtest_gone */
@CommandHandler(CancelBacktest)
export class CancelBacktestHandler implements ICommandHandler<CancelBacktest> {
  constructor(
    private readonly records: BacktestRecords,
    private readonly runs: BacktestRuns,
  ) {}

  async execute({ id, uid }: CancelBacktest): Promise<void> {
    await this.records.cancel(id, uid);
    await this.runs.stopped(id);
  }
}
