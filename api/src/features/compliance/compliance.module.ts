import { Module } from '@nestjs/common';
import { AccessStream } from '../access/access-stream.js';
import { ComplianceController } from './compliance.controller.js';
import { fraudSaga } from './fraud.saga.js';
import { GetCaseHandler } from './get-case.query.js';
import { GetCasesHandler } from './get-cases.query.js';
import { GetReplayHandler } from './get-replay.query.js';
import { HoldPaymentHandler } from './hold-payment.command.js';
import { caseTopics } from './live-topics.rules.js';
import { RaiseAlert, RaiseAlertHandler } from './raise-alert.command.js';
import { LogHistoryReplayHandler } from './log-access.command.js';
import { CaseActionsController } from './case-actions.controller.js';
import { GetCaseCountsHandler } from './get-case-counts.query.js';
import { WorkCaseHandler } from './work-case.command.js';
import { EventSourcingModule, withCommand } from '../../event-sourcing/event-sourcing.module.js';
import { TransferStream } from '../lifecycle/transfer-stream.js';
import { caseStream } from './case-events.rules.js';
import { caseEvents } from './case.events.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';

/** Fraud rules, cases, their review, and replay. */
@Module({
  imports: [
    AccessStream,
    TransferStream,
    EventSourcingModule.forFeature({
      streams: [caseStream],
      events: caseEvents,
      projections: [suspiciousTransactionsProjection],
      live: [caseTopics],
      sagas: [withCommand(fraudSaga, (alert, context) => new RaiseAlert(alert, context))],
    }),
  ],
  controllers: [ComplianceController, CaseActionsController],
  providers: [
    RaiseAlertHandler,
    WorkCaseHandler,
    HoldPaymentHandler,
    LogHistoryReplayHandler,
    GetCasesHandler,
    GetCaseCountsHandler,
    GetCaseHandler,
    GetReplayHandler,
  ],
})
export class ComplianceModule {}
