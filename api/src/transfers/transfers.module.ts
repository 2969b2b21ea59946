import { Module } from '@nestjs/common';
import { EventSourcingModule } from '../event-sourcing/event-sourcing.module.js';
import { AttemptTransferHandler } from './attempt-transfer.command.js';
import { ExportTransactionsHandler } from './export-transactions.query.js';
import { FeesController } from './fees.controller.js';
import { GetAllowanceHandler } from './get-allowance.query.js';
import { GetTimelineHandler } from './get-timeline.query.js';
import { GetTransactionHandler } from './get-transaction.query.js';
import { GetTransactionsHandler } from './get-transactions.query.js';
import { GetTransfersTotalHandler } from './get-transfers-total.query.js';
import { transferTopics } from './live-topics.rules.js';
import { SendingRules } from './sending-rules.js';
import { TransfersController } from './transfers.controller.js';
import { senderStream, transferStream } from './transfer.decider.js';
import { transferEvents } from './transfer.events.js';
import { transactionsProjection } from './transactions.projection.js';

/** Transfers, the weekly allowance, history and fees. */
@Module({
  imports: [
    EventSourcingModule.forFeature({
      streams: [senderStream, transferStream],
      events: transferEvents,
      projections: [transactionsProjection],
      live: [transferTopics],
    }),
  ],
  controllers: [TransfersController, FeesController],
  providers: [
    SendingRules,
    AttemptTransferHandler,
    GetTransactionsHandler,
    GetTransfersTotalHandler,
    GetTransactionHandler,
    GetTimelineHandler,
    GetAllowanceHandler,
    ExportTransactionsHandler,
  ],
})
export class TransfersModule {}
