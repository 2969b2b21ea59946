import { Injectable } from '@nestjs/common';
import { isoInstant } from '../../../config/clock.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { Backtest, BacktestAlert, BacktestResult } from '../../../kernel/staff/backtests.js';
import { maskName } from '../../../kernel/text/masks.js';
import { ruleOnWire } from '../../../kernel/staff/rule-views.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { BacktestRecords, type Reader } from './backtest-record.js';
import type { StoredAlert, StoredResult } from './backtest-result.rules.js';

/** Names that are read at once. */
const AT_ONCE = 32;

/** @throws backtest_gone, also for one that the reader may not see */
@Injectable()
export class GetBacktest {
  constructor(
    private readonly records: BacktestRecords,
    private readonly views: ViewStore,
  ) {}

  async execute(id: string, reader: Reader): Promise<Backtest> {
    const { question, state, progress, result } = await this.records.readAs(id, reader);
    const { definition, fromMs, toMs } = question;
    return {
      id,
      definition: ruleOnWire(definition),
      from: isoInstant(fromMs),
      to: isoInstant(toMs),
      state,
      progress,
      result: result && (await this.named(result)),
    };
  }

  private async named(result: StoredResult): Promise<BacktestResult> {
    const lists = [result.new, result.lost, result.both];
    const names = await this.namesOf([...new Set(lists.flat().map(({ uid }) => uid))]);
    const named = (alerts: readonly StoredAlert[]): BacktestAlert[] =>
      alerts.map((alert) => ({ ...alert, senderName: names.get(alert.uid) ?? '' }));
    return { ...result, new: named(result.new), lost: named(result.lost), both: named(result.both) };
  }

  /** Masked. */
  private async namesOf(uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (let first = 0; first < uids.length; first += AT_ONCE)
      await Promise.all(
        uids.slice(first, first + AT_ONCE).map(async (uid) => {
          names.set(uid, maskName(await this.views.get(accountsProjection, uid)));
        }),
      );
    return names;
  }
}
