import { Module } from '@nestjs/common';
import { AccessStream } from '../access/access-stream.js';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { HttpModule } from '../../http/http.module.js';
import { ledgerProjection } from '../lifecycle/ledger.projection.js';
import { TransferStream } from '../lifecycle/transfer-stream.js';
import { deskTasksProjection } from './desk-tasks.projection.js';
import { DeskController } from './desk.controller.js';
import { DeskMetrics } from './desk.metrics.js';
import { GetDeskTasksHandler } from './get-desk-tasks.query.js';
import { GetDeskTransferHandler } from './get-desk-transfer.query.js';
import { GetLedgerHandler } from './get-ledger.query.js';
import { GetStraysHandler } from './get-strays.query.js';
import { PresentTasks } from './present-tasks.js';
import { LedgerController } from './ledger.controller.js';
import { deskTopics } from './live-topics.rules.js';
import { RevealPayoutHandler } from './reveal-payout.command.js';
import { SimulatedDesk } from './simulated-desk.worker.js';
import { StraysController } from './strays.controller.js';
import { WorkDeskHandler } from './work-desk.command.js';

/** The desk where operators make payouts by hand and handle those that went wrong. */
@Module({
  imports: [
    HttpModule,
    TransferStream,
    AccessStream,
    EventSourcingModule.forFeature({
      projections: [deskTasksProjection, ledgerProjection],
      live: [deskTopics],
    }),
  ],
  controllers: [DeskController, LedgerController, StraysController],
  providers: [
    GetDeskTasksHandler,
    GetDeskTransferHandler,
    PresentTasks,
    GetLedgerHandler,
    GetStraysHandler,
    WorkDeskHandler,
    RevealPayoutHandler,
    SimulatedDesk,
    DeskMetrics,
  ],
})
export class DeskModule {}
