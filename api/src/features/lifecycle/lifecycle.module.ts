import { Module } from '@nestjs/common';
import { EventSourcingModule, withCommand } from '../../event-sourcing/event-sourcing.module.js';
import { HttpModule } from '../../http/http.module.js';
import { AdvanceTransfer, AdvanceTransferHandler } from './advance-transfer.command.js';
import { AskForDisputesHandler } from './ask-for-disputes.command.js';
import { ApplyNotice, ApplyNoticeHandler } from './apply-notice.command.js';
import { Comparison } from './comparison.js';
import type { CommandContext } from '../../event-sourcing/decider.js';
import { caseDecisionsSaga, type CaseDecision } from './case-decisions.saga.js';
import { HoldTransfer, HoldTransferHandler } from './hold-transfer.command.js';
import { MissedDisputes } from './missed-disputes.js';
import { MissedReturns } from './missed-returns.js';
import { PauseSending } from './pause-sending.js';
import { noticesSaga } from './notices.saga.js';
import { Reconciliation } from './reconciliation.js';
import { ProviderCalls } from './provider-calls.js';
import { RecordNoticeHandler } from './record-notice.command.js';
import { Screening } from './screening.js';
import { Restoration } from './restoration.worker.js';
import { strayChargesProjection } from './stray-charges.projection.js';
import { StrayCharges } from './stray-charges.js';
import { lifecycleSaga } from './lifecycle.saga.js';
import { OpenTransfersMetrics } from './open-transfers.metrics.js';
import { openTransfersProjection } from './open-transfers.projection.js';
import { TransferSteps } from './transfer-steps.js';
import { TransferStream } from './transfer-stream.js';
import { TransferWorker } from './transfer.worker.js';

function caseDecision(command: CaseDecision, context: CommandContext) {
  switch (command.type) {
    case 'HoldTransfer':
      return new HoldTransfer(command, context);
    case 'AdvanceTransfer':
      return new AdvanceTransfer(command, context);
    default:
      return new PauseSending(command, context);
  }
}

/** The life of a transfer after its request: its decider, its saga and the worker that calls the providers. */
@Module({
  imports: [
    HttpModule,
    TransferStream,
    EventSourcingModule.forFeature({
      projections: [openTransfersProjection, strayChargesProjection],
      sagas: [
        withCommand(lifecycleSaga, (advance, context) => new AdvanceTransfer(advance, context)),
        withCommand(caseDecisionsSaga, caseDecision),
        withCommand(noticesSaga, (noticed, context) => new ApplyNotice(noticed, context)),
      ],
    }),
  ],
  providers: [
    ProviderCalls,
    TransferSteps,
    TransferWorker,
    OpenTransfersMetrics,
    Reconciliation,
    MissedDisputes,
    MissedReturns,
    Restoration,
    StrayCharges,
    Comparison,
    Screening,
    AdvanceTransferHandler,
    AskForDisputesHandler,
    HoldTransferHandler,
    ApplyNoticeHandler,
    RecordNoticeHandler,
  ],
})
export class LifecycleModule {}
