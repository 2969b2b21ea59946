import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { Subscriptions } from '../subscriptions/subscriptions.js';
import { SUBSCRIPTIONS } from '../config/tokens.js';
import { ComplianceController } from './compliance.controller.js';
import { fraudSaga } from './fraud.saga.js';
import { GetRecordHandler } from './get-record.query.js';
import { GetRecordsHandler } from './get-records.query.js';
import { GetReplayHandler } from './get-replay.query.js';
import { RaiseAlertCommand, RaiseAlertHandler } from './raise-alert.command.js';
import { RecordHistoryReplayHandler } from './record-access.command.js';
import { ReviewRecordHandler } from './review-record.command.js';

/** Fraud rules, records, review and replay. */
@Module({
  imports: [CqrsModule],
  controllers: [ComplianceController],
  providers: [
    RaiseAlertHandler,
    ReviewRecordHandler,
    RecordHistoryReplayHandler,
    GetRecordsHandler,
    GetRecordHandler,
    GetReplayHandler,
  ],
})
export class ComplianceModule implements OnModuleInit {
  constructor(
    @Inject(SUBSCRIPTIONS) private readonly subscriptions: Subscriptions,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.subscriptions.addSaga(fraudSaga, (alert, context) =>
      this.commands.execute(new RaiseAlertCommand(alert, context)),
    );
  }
}
