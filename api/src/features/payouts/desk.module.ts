import { Module } from '@nestjs/common';
import { AccessLog } from '../access/access-log.js';
import { AccessStream } from '../access/access-stream.js';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { HttpModule } from '../../http/http.module.js';
import { ledgerProjection } from '../lifecycle/reconcile/ledger.projection.js';
import { TransferStream } from '../lifecycle/state/transfer-stream.js';
import { deskTasksProjection } from './desk/desk-tasks.projection.js';
import { DeskController } from './desk/desk.controller.js';
import { DeskMetrics } from './desk/desk.metrics.js';
import { GetDeskTasks } from './desk/get-desk-tasks.query.js';
import { GetDeskTransfer } from './desk/get-desk-transfer.query.js';
import { GetLedger } from './ledger/get-ledger.query.js';
import { GetStrays } from './ledger/get-strays.query.js';
import { PresentTasks } from './desk/present-tasks.js';
import { LedgerController } from './ledger/ledger.controller.js';
import { deskTopics } from './live-topics.rules.js';
import { RevealPayoutHandler } from './desk/reveal-payout.command.js';
import { SimulatedDesk } from './desk/simulated-desk.worker.js';
import { StraysController } from './ledger/strays.controller.js';
import { WorkDeskHandler } from './desk/work-desk.command.js';

/** The desk where operators make payouts by hand and handle those that went wrong. */
@Module({
  imports: [
    HttpModule,
    TransferStream,
    AccessStream,
    EventSourcingModule.forFeature({
      projections: [deskTasksProjection, ledgerProjection],
      live: [deskTopics],
      refusals: { not_revealed: 409, payouts_unavailable: 503 },
    }),
  ],
  controllers: [DeskController, LedgerController, StraysController],
  providers: [
    AccessLog,
    GetDeskTasks,
    GetDeskTransfer,
    PresentTasks,
    GetLedger,
    GetStrays,
    WorkDeskHandler,
    RevealPayoutHandler,
    SimulatedDesk,
    DeskMetrics,
  ],
})
export class DeskModule {}
