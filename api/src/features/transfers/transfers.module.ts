import { Module } from '@nestjs/common';
import {
  decidedAgain,
  EventSourcingModule,
  withCommand,
} from '../../event-sourcing/event-sourcing.module.js';
import { AttemptTransferHandler } from './sending/attempt-transfer.command.js';
import { CancelUnpaid, CancelUnpaidHandler } from './sending/cancel-unpaid.command.js';
import { ExportTransactions } from './history/export-transactions.query.js';
import { FeesController } from './quotes/fees.controller.js';
import { GetAllowance } from './quotes/get-allowance.query.js';
import { FreeingAllowance } from './quotes/freeing-allowance.js';
import { GetTierHandler } from './quotes/get-tier.handler.js';
import { GetTimeline } from './history/get-timeline.query.js';
import { EarlierRequests } from './sending/earlier-requests.js';
import { GetTransferRequest } from './history/get-transfer-request.query.js';
import { GetTransaction } from './history/get-transaction.query.js';
import { GetTransactions } from './history/get-transactions.query.js';
import { GetTransfersTotal } from './history/get-transfers-total.query.js';
import { transferTopics } from './live-topics.rules.js';
import { pauseDecider } from './sending/pause.decider.js';
import { LiftSendingPausesHandler, PauseSendingHandler } from './sending/pause-sending.handler.js';
import { OwnTransferData } from './history/own-transfer-data.js';
import { OwnTransfers } from './history/own-transfers.js';
import { SendMoneyHandler } from './sending/send-money.command.js';
import { SendingRules } from './sending/sending-rules.js';
import { TransferActionsController } from './history/transfer-actions.controller.js';
import { TransfersController } from './transfers.controller.js';
import { TransferStream } from '../lifecycle/state/transfer-stream.js';
import { allowanceSaga } from './sending/allowance.saga.js';
import { CountStrayHandler, ReleaseStray, ReleaseStrayHandler } from './sending/count-stray.handler.js';
import { strayAllowanceSaga } from './sending/stray-allowance.saga.js';
import { ReleaseAllowance, ReleaseAllowanceHandler } from './sending/release-allowance.command.js';
import { senderStream } from './sending/transfer.decider.js';
import {
  CloseSendingHandler,
  EndSendingHandler,
  GetMoneyUnderWayHandler,
} from './closing/close-sending.handler.js';
import { EndSending } from '../lifecycle/payment/close-sending.js';
import { MoneyUnderWay } from './closing/money-under-way.js';
import { transferEvents } from './sending/transfer.events.js';
import { transactionsProjection } from './history/transactions.projection.js';

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
      refusals: {
        total_changed: 409,
        too_many_refusals: 429,
        allowance_freeing: 409,
        get_user_transactions_failed: 503,
        made_before_payments: 409,
        restoring: 503,
      },
      // A closed account has nothing that waits for a payment, except after a restore, where that lapses.
      leftovers: [(uid, cause) => (cause === 'reclaimed' ? new CancelUnpaid(uid) : new EndSending(uid))],
      ownData: [OwnTransferData],
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
    EarlierRequests,
    SendMoneyHandler,
    OwnTransfers,
    OwnTransferData,
    CancelUnpaidHandler,
    MoneyUnderWay,
    GetMoneyUnderWayHandler,
    CloseSendingHandler,
    EndSendingHandler,
    ReleaseAllowanceHandler,
    CountStrayHandler,
    ReleaseStrayHandler,
    GetTransactions,
    GetTransfersTotal,
    GetTransaction,
    GetTransferRequest,
    GetTimeline,
    GetAllowance,
    FreeingAllowance,
    GetTierHandler,
    ExportTransactions,
  ],
})
export class TransfersModule {}
