import { Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { SubscriptionRunner } from '../subscriptions/subscription-runner.js';
import { ComplianceController } from './compliance.controller.js';
import { fraudSaga } from './fraud.saga.js';
import { GetCaseHandler } from './get-case.query.js';
import { GetCasesHandler } from './get-cases.query.js';
import { GetReplayHandler } from './get-replay.query.js';
import { RaiseAlertCommand, RaiseAlertHandler } from './raise-alert.command.js';
import { LogHistoryReplayHandler } from './log-access.command.js';
import { ReviewCaseHandler } from './review-case.command.js';

/** Fraud rules, cases, their review, and replay. */
@Module({
  imports: [CqrsModule],
  controllers: [ComplianceController],
  providers: [
    RaiseAlertHandler,
    ReviewCaseHandler,
    LogHistoryReplayHandler,
    GetCasesHandler,
    GetCaseHandler,
    GetReplayHandler,
  ],
})
export class ComplianceModule implements OnModuleInit {
  constructor(
    private readonly subscriptions: SubscriptionRunner,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.subscriptions.addSaga(fraudSaga, (alert, context) =>
      this.commands.execute(new RaiseAlertCommand(alert, context)),
    );
  }
}
