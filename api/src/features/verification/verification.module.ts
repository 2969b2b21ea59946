import { Module } from '@nestjs/common';
import { Clock } from '../../config/clock.js';
import { Config } from '../../config/config.js';
import { ProviderSettings } from '../../config/runtime.js';
import { HttpModule } from '../../http/http.module.js';
import { RequestMetrics } from '../../http/edge/log-and-metrics.js';
import { timed } from '../../engine/providers/timed-calls.js';
import { CorrectNameHandler } from './correct-name.handler.js';
import { ApplyProviderEvent, ApplyProviderEventHandler } from './apply-provider-event.command.js';
import { GetVerification } from './get-verification.query.js';
import { OwnVerification } from './own-verification.js';
import { InquiryChecks } from './checks/inquiry-checks.js';
import { InquiryOwners } from './inquiry-owners.js';
import { InquiryWorker } from './inquiry.worker.js';
import { IdentityVerification } from './persona/identity-verification.js';
import { Persona } from './persona/persona.js';
import { providerEventsSaga } from './provider-events.saga.js';
import { ReceiveWebhookHandler } from './receive-webhook.command.js';
import { RefreshInquiryHandler } from './refresh-inquiry.command.js';
import { checkTopics, verificationTopics } from './live-topics.rules.js';
import { SubmitKycHandler } from './submit-kyc.command.js';
import { VerificationController } from './verification.controller.js';
import { VerifyDemoSenderHandler } from './verify-demo-sender.command.js';
import { WebhooksController } from './webhooks.controller.js';
import {
  decidedAgain,
  EventSourcingModule,
  withCommand,
} from '../../event-sourcing/event-sourcing.module.js';
import { GetCheckSender } from './checks/get-check-sender.query.js';
import { identityChecksProjection } from './checks/identity-checks.projection.js';
import { RevocationsController } from './checks/revocations.controller.js';
import { RevokeVerificationHandler } from './checks/revoke-verification.command.js';
import { kycRequestsProjection } from './kyc-requests.projection.js';
import { webhookStream } from './provider-event.decider.js';
import { senderStream, verificationDecider } from './verification.decider.js';
import { verificationEvents } from './verification.events.js';

/** Identity checks: consent, the provider's inquiry, its webhooks, and checks that make up for a lost one. */
@Module({
  imports: [
    HttpModule,
    EventSourcingModule.forFeature({
      streams: [senderStream, webhookStream],
      events: verificationEvents,
      projections: [kycRequestsProjection, identityChecksProjection],
      live: [verificationTopics, checkTopics],
      safety: [decidedAgain(senderStream, verificationDecider)],
      ownData: [OwnVerification],
      refusals: {
        verification_open: 409,
        already_verified: 409,
        not_verified: 409,
        name_not_verified: 409,
        get_user_kyc_requests_failed: 503,
        verification_unavailable: 503,
      },
      sagas: [withCommand(providerEventsSaga, (update, context) => new ApplyProviderEvent(update, context))],
    }),
  ],
  controllers: [VerificationController, RevocationsController, WebhooksController],
  providers: [
    {
      provide: IdentityVerification,
      inject: [ProviderSettings, Clock, Config, RequestMetrics],
      useFactory: (
        ...[settings, clock, config, metrics]: [ProviderSettings, Clock, Config, RequestMetrics]
      ) => timed(new Persona(settings, clock, config), 'persona', { metrics, settings }),
    },
    InquiryChecks,
    InquiryOwners,
    InquiryWorker,
    SubmitKycHandler,
    CorrectNameHandler,
    ReceiveWebhookHandler,
    ApplyProviderEventHandler,
    RefreshInquiryHandler,
    VerifyDemoSenderHandler,
    GetVerification,
    OwnVerification,
    GetCheckSender,
    RevokeVerificationHandler,
  ],
})
export class VerificationModule {}
