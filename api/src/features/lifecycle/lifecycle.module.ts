import { Module } from '@nestjs/common';
import { EventSourcingModule, withCommand } from '../../event-sourcing/event-sourcing.module.js';
import { HttpModule } from '../../http/http.module.js';
import { AdvanceTransfer, AdvanceTransferHandler } from './worker/advance-transfer.command.js';
import { AskForDisputesHandler } from './refund/ask-for-disputes.command.js';
import { ApplyNotice, ApplyNoticeHandler } from './worker/apply-notice.command.js';
import { Comparison } from './reconcile/comparison.js';
import type { CommandContext } from '../../event-sourcing/decider.js';
import { caseDecisionsSaga, type CaseDecision } from './payment/case-decisions.saga.js';
import { HoldTransfer, HoldTransferHandler } from './payment/hold-transfer.command.js';
import { MissedDisputes } from './refund/missed-disputes.js';
import { MissedReturns } from './payout/missed-returns.js';
import { PauseSending } from './payment/pause-sending.js';
import { noticesSaga } from './worker/notices.saga.js';
import { Reconciliation } from './reconcile/reconciliation.js';
import { PartitionsMetrics } from './worker/partitions.metrics.js';
import { ProviderCalls } from './worker/provider-calls.js';
import { RecordNoticeHandler } from './worker/record-notice.command.js';
import { Screening } from './payment/screening.js';
import { Restoration } from './strays/restoration.worker.js';
import { strayChargesProjection } from './strays/stray-charges.projection.js';
import { StrayCharges } from './strays/stray-charges.js';
import { lifecycleSaga } from './worker/lifecycle.saga.js';
import { OpenTransfersMetrics } from './state/open-transfers.metrics.js';
import { openTransfersProjection } from './state/open-transfers.projection.js';
import { TransferSteps } from './state/transfer-steps.js';
import { TransferStream } from './state/transfer-stream.js';
import { TransferWorker } from './worker/transfer.worker.js';

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
    PartitionsMetrics,
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
