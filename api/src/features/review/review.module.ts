import { Module } from '@nestjs/common';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { AccessLog } from '../access/access-log.js';
import { AccessStream } from '../access/access-stream.js';
import { ReceiptCodes } from '../lifecycle/payment/receipt-codes.js';
import { TransferStream } from '../lifecycle/state/transfer-stream.js';
import { CaseActionsController } from './cases/case-actions.controller.js';
import { caseStream } from './cases/case-events.rules.js';
import { caseEvents } from './cases/case.events.js';
import { RaiseAlertHandler } from './cases/raise-alert.handler.js';
import { suspiciousTransactionsProjection } from './cases/suspicious-transactions.projection.js';
import { WorkCaseHandler } from './cases/work-case.command.js';
import { ChecksController } from './checks/checks.controller.js';
import { GetCheck } from './checks/get-check.query.js';
import { GetCheckCounts, GetChecks } from './checks/get-checks.query.js';
import { FindSubjects } from './find/find-subjects.query.js';
import { FindController } from './find/find.controller.js';
import { SubjectSummaries } from './find/subject-summaries.js';
import { caseTopics, standingTopics } from './live-topics.rules.js';
import { alertDaysProjection } from './overview/alert-days.projection.js';
import { GetOverview } from './overview/get-overview.query.js';
import { OverviewController } from './overview/overview.controller.js';
import { CasesController } from './queue/cases.controller.js';
import { GetCaseAssignees } from './queue/get-case-assignees.query.js';
import { GetCaseCounts } from './queue/get-case-counts.query.js';
import { GetCase } from './queue/get-case.query.js';
import { GetCases } from './queue/get-cases.query.js';
import { GetSameHandle } from './queue/get-same-handle.query.js';
import { handleSendersProjection } from './queue/handle-senders.projection.js';
import { GetField } from './reveal/get-field.query.js';
import { LogHistoryReplayHandler, LogSearchHandler } from './reveal/log-access.handler.js';
import { LogRevealHandler } from './reveal/log-reveal.command.js';
import { RevealController } from './reveal/reveal.controller.js';
import { GetStanding } from './standing/get-standing.query.js';
import { HoldPaymentHandler } from './standing/hold-payment.command.js';
import { JudgeSenderHandler } from './standing/judge-sender.command.js';
import { senderStandingProjection } from './standing/sender-standing.projection.js';
import { SenderStates } from './standing/sender-states.js';
import { StandingController } from './standing/standing.controller.js';

/** Cases, their review, what staff find and see, and the standing of senders. */
@Module({
  imports: [
    AccessStream,
    TransferStream,
    EventSourcingModule.forFeature({
      streams: [caseStream],
      events: caseEvents,
      projections: [
        suspiciousTransactionsProjection,
        handleSendersProjection,
        senderStandingProjection,
        alertDaysProjection,
      ],
      live: [caseTopics, standingTopics],
      refusals: {
        case_already_reviewed: 409,
        case_not_reviewed: 409,
        case_changed: 409,
        already_proposed: 409,
        nothing_proposed: 409,
        report_filed: 409,
        no_report_due: 409,
        no_report_filed: 409,
        position_ahead: 400,
      },
    }),
  ],
  controllers: [
    CasesController,
    CaseActionsController,
    FindController,
    ChecksController,
    OverviewController,
    StandingController,
    RevealController,
  ],
  providers: [
    RaiseAlertHandler,
    WorkCaseHandler,
    HoldPaymentHandler,
    AccessLog,
    ReceiptCodes,
    SubjectSummaries,
    FindSubjects,
    LogHistoryReplayHandler,
    LogSearchHandler,
    GetCases,
    GetCaseAssignees,
    GetCaseCounts,
    GetCase,
    GetSameHandle,
    GetOverview,
    GetCheck,
    GetChecks,
    GetCheckCounts,
    GetStanding,
    SenderStates,
    JudgeSenderHandler,
    GetField,
    LogRevealHandler,
  ],
})
export class ReviewModule {}
