import { Module } from '@nestjs/common';
import {
  EventSourcingModule,
  decidedAgain,
  withCommand,
} from '../../event-sourcing/event-sourcing.module.js';
import { AccessLog } from '../access/access-log.js';
import { AccessStream } from '../access/access-stream.js';
import { RaiseAlert } from '../access/raise-alert.js';
import { BacktestReader } from './backtests/backtest-reader.js';
import { BacktestRecords } from './backtests/backtest-record.js';
import { BacktestRuns } from './backtests/backtest-runs.js';
import { BacktestsController } from './backtests/backtests.controller.js';
import { BacktestsWorker } from './backtests/backtests.worker.js';
import { CancelBacktestHandler } from './backtests/cancel-backtest.command.js';
import { GetBacktestAlert } from './backtests/get-backtest-alert.query.js';
import { GetBacktest } from './backtests/get-backtest.query.js';
import { StartBacktestHandler } from './backtests/start-backtest.command.js';
import { fraudRulesProjection } from './definition/fraud-rules.projection.js';
import { GetRule, GetRules } from './definition/get-rules.query.js';
import { MigrateHoldingRuleHandler } from './definition/migrate-holding-rules.command.js';
import { ruleStream } from './definition/rule-events.rules.js';
import { rulePlaceEvents, rulePlacesStream } from './definition/rule-places.decider.js';
import { RulePlaces } from './definition/rule-places.js';
import { ruleTopics } from './definition/rule-topics.rules.js';
import { ruleDecider } from './definition/rule.decider.js';
import { ruleEvents } from './definition/rule.events.js';
import { RulesController } from './definition/rules.controller.js';
import { WorkRuleHandler } from './definition/work-rule.command.js';
import { fraudSaga } from './evaluation/fraud.saga.js';

/** The fraud rules: their definitions and versions, the saga that applies them, and their backtests. */
@Module({
  imports: [
    AccessStream,
    EventSourcingModule.forFeature({
      streams: [ruleStream, rulePlacesStream],
      events: [...ruleEvents, ...rulePlaceEvents],
      projections: [fraudRulesProjection],
      live: [ruleTopics],
      refusals: {
        rule_impossible: 400,
        rule_changed: 409,
        rule_retired: 409,
        rule_not_active: 409,
        nothing_drafted: 409,
        backtest_running: 409,
        too_many_backtests: 409,
        backtest_gone: 404,
      },
      safety: [decidedAgain(ruleStream, ruleDecider)],
      sagas: [withCommand(fraudSaga, (alert, context) => new RaiseAlert(alert, context))],
    }),
  ],
  controllers: [RulesController, BacktestsController],
  providers: [
    AccessLog,
    MigrateHoldingRuleHandler,
    WorkRuleHandler,
    GetRules,
    GetRule,
    RulePlaces,
    BacktestReader,
    BacktestRecords,
    BacktestRuns,
    BacktestsWorker,
    StartBacktestHandler,
    CancelBacktestHandler,
    GetBacktest,
    GetBacktestAlert,
  ],
})
export class RulesModule {}
