import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AttemptTransferHandler } from './attempt-transfer.command.js';
import { ExportTransactionsHandler } from './export-transactions.query.js';
import { FeesController } from './fees.controller.js';
import { GetAllowanceHandler } from './get-allowance.query.js';
import { GetTimelineHandler } from './get-timeline.query.js';
import { GetTransactionHandler } from './get-transaction.query.js';
import { GetTransactionsHandler } from './get-transactions.query.js';
import { SendingRules } from './sending-rules.js';
import { TransfersController } from './transfers.controller.js';

/** Requesting transfers, what is left of the week, history and fees. */
@Module({
  imports: [CqrsModule],
  controllers: [TransfersController, FeesController],
  providers: [
    SendingRules,
    AttemptTransferHandler,
    GetTransactionsHandler,
    GetTransactionHandler,
    GetTimelineHandler,
    GetAllowanceHandler,
    ExportTransactionsHandler,
  ],
})
export class TransfersModule {}
