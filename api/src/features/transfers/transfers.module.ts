import { Module } from '@nestjs/common';
import {
  decidedAgain,
  EventSourcingModule,
  withCommand,
} from '../../event-sourcing/event-sourcing.module.js';
import { AttemptTransferHandler } from './attempt-transfer.command.js';
import { CancelUnpaid, CancelUnpaidHandler } from './cancel-unpaid.command.js';
import { ExportTransactionsHandler } from './export-transactions.query.js';
import { FeesController } from './fees.controller.js';
import { GetAllowanceHandler } from './get-allowance.query.js';
import { FreeingAllowance } from './freeing-allowance.js';
import { GetTierHandler } from './get-tier.query.js';
import { GetTimelineHandler } from './get-timeline.query.js';
import { GetTransferRequestHandler } from './get-transfer-request.query.js';
import { GetTransactionHandler } from './get-transaction.query.js';
import { GetTransactionsHandler } from './get-transactions.query.js';
import { GetTransfersTotalHandler } from './get-transfers-total.query.js';
import { transferTopics } from './live-topics.rules.js';
import { pauseDecider } from './pause.decider.js';
import { LiftSendingPausesHandler, PauseSendingHandler } from './pause-sending.handler.js';
import { OwnTransfers } from './own-transfers.js';
import { SendMoneyHandler } from './send-money.command.js';
import { SendingRules } from './sending-rules.js';
import { TransferActionsController } from './transfer-actions.controller.js';
import { TransfersController } from './transfers.controller.js';
import { TransferStream } from '../lifecycle/transfer-stream.js';
import { allowanceSaga } from './allowance.saga.js';
import { CountStrayHandler, ReleaseStray, ReleaseStrayHandler } from './count-stray.handler.js';
import { strayAllowanceSaga } from './stray-allowance.saga.js';
import { ReleaseAllowance, ReleaseAllowanceHandler } from './release-allowance.command.js';
import { senderStream } from './transfer.decider.js';
import { transferEvents } from './transfer.events.js';
import { transactionsProjection } from './transactions.projection.js';

/** Transfers, the weekly allowance, history and fees. */
@Module({
  imports: [
    TransferStream,
    EventSourcingModule.forFeature({
      streams: [senderStream],
      events: transferEvents,
      projections: [transactionsProjection],
      live: [transferTopics],
      safety: [decidedAgain(senderStream, pauseDecider)],
      leftovers: [(uid) => new CancelUnpaid(uid)],
      sagas: [
        withCommand(allowanceSaga, (release, context) => new ReleaseAllowance(release, context)),
        withCommand(strayAllowanceSaga, (release, context) => new ReleaseStray(release, context)),
      ],
    }),
  ],
  controllers: [TransfersController, TransferActionsController, FeesController],
  providers: [
    SendingRules,
    PauseSendingHandler,
    LiftSendingPausesHandler,
    AttemptTransferHandler,
    SendMoneyHandler,
    OwnTransfers,
    CancelUnpaidHandler,
    ReleaseAllowanceHandler,
    CountStrayHandler,
    ReleaseStrayHandler,
    GetTransactionsHandler,
    GetTransfersTotalHandler,
    GetTransactionHandler,
    GetTransferRequestHandler,
    GetTimelineHandler,
    GetAllowanceHandler,
    FreeingAllowance,
    GetTierHandler,
    ExportTransactionsHandler,
  ],
})
export class TransfersModule {}
