import { Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { SubscriptionRunner } from '../subscriptions/subscription-runner.js';
import { ApplyProviderEventCommand, ApplyProviderEventHandler } from './apply-provider-event.command.js';
import { GetVerificationHandler } from './get-verification.query.js';
import { InquiryLooks } from './inquiry-looks.js';
import { InquiryOwners } from './inquiry-owners.js';
import { InquiryWorker } from './inquiry.worker.js';
import { IdentityVerification } from './persona/identity-verification.js';
import { Persona } from './persona/persona.js';
import { providerEventsSaga } from './provider-events.saga.js';
import { ReceiveWebhookHandler } from './receive-webhook.command.js';
import { RefreshInquiryHandler } from './refresh-inquiry.command.js';
import { SubmitKycHandler } from './submit-kyc.command.js';
import { VerificationController } from './verification.controller.js';
import { VerifyDemoSenderHandler } from './verify-demo-sender.command.js';
import { WebhooksController } from './webhooks.controller.js';

/** Identity checks: consent, the provider's inquiry, its webhooks, and looking again when one got lost. */
@Module({
  imports: [CqrsModule],
  controllers: [VerificationController, WebhooksController],
  providers: [
    { provide: IdentityVerification, useClass: Persona },
    InquiryLooks,
    InquiryOwners,
    InquiryWorker,
    SubmitKycHandler,
    ReceiveWebhookHandler,
    ApplyProviderEventHandler,
    RefreshInquiryHandler,
    VerifyDemoSenderHandler,
    GetVerificationHandler,
  ],
})
export class VerificationModule implements OnModuleInit {
  constructor(
    private readonly subscriptions: SubscriptionRunner,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.subscriptions.addSaga(providerEventsSaga, (news, context) =>
      this.commands.execute(new ApplyProviderEventCommand(news, context)),
    );
  }
}
