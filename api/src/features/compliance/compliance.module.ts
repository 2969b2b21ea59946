import { Module } from '@nestjs/common';
import { AccessStream } from '../access/access-stream.js';
import { AccessLog } from './access-log.js';
import { alertDaysProjection } from './alert-days.projection.js';
import { ChecksController } from './checks.controller.js';
import { ComplianceController } from './compliance.controller.js';
import { fraudSaga } from './fraud.saga.js';
import { FindController } from './find.controller.js';
import { FindSubjectsHandler } from './find-subjects.query.js';
import { SubjectSummaries } from './subject-summaries.js';
import { ReceiptCodes } from '../lifecycle/receipt-codes.js';
import { GetCaseHandler } from './get-case.query.js';
import { GetOverviewHandler } from './get-overview.query.js';
import { OverviewController } from './overview.controller.js';
import { GetCheckHandler } from './get-check.query.js';
import { GetCheckCountsHandler, GetChecksHandler } from './get-checks.query.js';
import { GetCasesHandler } from './get-cases.query.js';
import { GetReplayHandler } from './get-replay.query.js';
import { GetSameHandleHandler } from './get-same-handle.query.js';
import { handleSendersProjection } from './handle-senders.projection.js';
import { GetTransferSenderHandler } from './get-transfer-sender.query.js';
import { HoldPaymentHandler } from './hold-payment.command.js';
import { caseTopics, standingTopics } from './live-topics.rules.js';
import { RaiseAlert, RaiseAlertHandler } from './raise-alert.command.js';
import { LogHistoryReplayHandler, LogSearchHandler } from './log-access.command.js';
import { GetSenderAtHandler } from './get-sender-at.query.js';
import { GetStandingHandler } from './get-standing.query.js';
import { JudgeSenderHandler } from './judge-sender.command.js';
import { RevealController } from './reveal.controller.js';
import { GetFieldHandler } from './get-field.query.js';
import { LogRevealHandler } from './log-reveal.command.js';
import { senderStandingProjection } from './sender-standing.projection.js';
import { StandingController } from './standing.controller.js';
import { ReplayController } from './replay.controller.js';
import { SenderAtController } from './sender-at.controller.js';
import { SenderHistories } from './sender-history.js';
import { CaseActionsController } from './case-actions.controller.js';
import { GetCaseAssigneesHandler } from './get-case-assignees.query.js';
import { GetCaseCountsHandler } from './get-case-counts.query.js';
import { WorkCaseHandler } from './work-case.command.js';
import {
  decidedAgain,
  EventSourcingModule,
  withCommand,
} from '../../event-sourcing/event-sourcing.module.js';
import { TransferStream } from '../lifecycle/transfer-stream.js';
import { caseStream } from './case-events.rules.js';
import { caseEvents } from './case.events.js';
import { MigrateHoldingRuleHandler } from './migrate-holding-rules.command.js';
import { fraudRulesProjection } from './fraud-rules.projection.js';
import { GetRuleHandler, GetRulesHandler } from './get-rules.query.js';
import { ruleTopics } from './rule-topics.rules.js';
import { BacktestReader } from './backtests/backtest-reader.js';
import { BacktestRecords } from './backtests/backtest-record.js';
import { BacktestRuns } from './backtests/backtest-runs.js';
import { BacktestsController } from './backtests/backtests.controller.js';
import { BacktestsWorker } from './backtests/backtests.worker.js';
import { CancelBacktestHandler } from './backtests/cancel-backtest.command.js';
import { GetBacktestAlertHandler } from './backtests/get-backtest-alert.query.js';
import { GetBacktestHandler } from './backtests/get-backtest.query.js';
import { StartBacktestHandler } from './backtests/start-backtest.command.js';
import { rulePlaceEvents, rulePlacesStream } from './rule-places.decider.js';
import { RulePlaces } from './rule-places.js';
import { RulesController } from './rules.controller.js';
import { WorkRuleHandler } from './work-rule.command.js';
import { ruleDecider } from './rule.decider.js';
import { ruleStream } from './rule-events.rules.js';
import { ruleEvents } from './rule.events.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';

/** Fraud rules, cases, their review, and replay. */
@Module({
  imports: [
    AccessStream,
    TransferStream,
    EventSourcingModule.forFeature({
      streams: [caseStream, ruleStream, rulePlacesStream],
      events: [...caseEvents, ...ruleEvents, ...rulePlaceEvents],
      projections: [
        suspiciousTransactionsProjection,
        handleSendersProjection,
        senderStandingProjection,
        fraudRulesProjection,
        alertDaysProjection,
      ],
      live: [caseTopics, standingTopics, ruleTopics],
      safety: [decidedAgain(ruleStream, ruleDecider)],
      sagas: [withCommand(fraudSaga, (alert, context) => new RaiseAlert(alert, context))],
    }),
  ],
  controllers: [
    ComplianceController,
    CaseActionsController,
    RulesController,
    BacktestsController,
    ReplayController,
    SenderAtController,
    FindController,
    ChecksController,
    OverviewController,
    StandingController,
    RevealController,
  ],
  providers: [
    RaiseAlertHandler,
    MigrateHoldingRuleHandler,
    WorkRuleHandler,
    GetRulesHandler,
    RulePlaces,
    GetRuleHandler,
    BacktestReader,
    BacktestRecords,
    BacktestRuns,
    BacktestsWorker,
    StartBacktestHandler,
    CancelBacktestHandler,
    GetBacktestHandler,
    GetBacktestAlertHandler,
    WorkCaseHandler,
    HoldPaymentHandler,
    AccessLog,
    ReceiptCodes,
    SubjectSummaries,
    FindSubjectsHandler,
    LogHistoryReplayHandler,
    LogSearchHandler,
    GetCasesHandler,
    GetCaseAssigneesHandler,
    GetCaseCountsHandler,
    GetCaseHandler,
    GetSameHandleHandler,
    GetReplayHandler,
    SenderHistories,
    GetSenderAtHandler,
    GetTransferSenderHandler,
    GetOverviewHandler,
    GetCheckHandler,
    GetChecksHandler,
    GetCheckCountsHandler,
    GetStandingHandler,
    JudgeSenderHandler,
    GetFieldHandler,
    LogRevealHandler,
  ],
})
export class ComplianceModule {}
