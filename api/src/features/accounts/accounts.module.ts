import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { HttpModule } from '../../http/http.module.js';
import { KnownCallers } from '../../http/edge/known-callers.js';
import { OpenSessions } from '../../http/edge/open-sessions.js';
import { AccountDirectory } from './account/account-directory.js';
import { Claims } from './account/claims.js';
import { AuthController } from './auth.controller.js';
import { GetMe } from './get-me.query.js';
import { AdministerHandler } from './account/administer-account.command.js';
import { JudgeAccountHandler } from './account/judge-account.handler.js';
import { FinishClosing } from './closing/close-account.command.js';
import { closingProviders } from './closing/closing-providers.js';
import { ClosingController } from './closing/closing.controller.js';
import { erasureProviders } from './erasure/erasure-providers.js';
import { FollowName } from './person/change-name.command.js';
import { nameSaga } from './person/name.saga.js';
import { personProviders } from './person/person-providers.js';
import { accountRefusals } from './account-refusals.js';
import { closingSaga } from './closing/closing.saga.js';
import { OwnAccountData } from './own-account-data.js';
import { NotifyOfExportHandler } from './mail/notify-of-export.handler.js';
import { Leftovers } from './leftovers.js';
import { HousekeepingWorker } from './housekeeping.worker.js';
import { RequestConfirmationHandler, RequestResetHandler } from './mail/request-mail.command.js';
import { CardRemindersWorker } from './mail/card-reminders.worker.js';
import { MailMessages } from './mail/mail-message.js';
import { MailReaders } from './mail/mail-readers.js';
import { transferStream } from '../lifecycle/state/lifecycle-events.rules.js';
import { mailSaga } from './mail/mail.saga.js';
import { MailLeads, MailLeadsHandler } from './mail/mail-leads.command.js';
import { MailWorker } from './mail/mail.worker.js';
import { MailMetrics } from './mail/mail.metrics.js';
import { Outbox } from './mail/outbox.js';
import { QueueMail, QueueMailHandler } from './mail/queue-mail.command.js';
import { ruleMailSaga } from './mail/rule-mail.saga.js';
import { MeController } from './me.controller.js';
import { ChangeOwnPasswordHandler } from './passwords/change-password.command.js';
import { Credentials } from './passwords/credentials.js';
import { KnownDevices } from './passwords/known-devices.js';
import { OneTimeTokens } from './passwords/one-time-tokens.js';
import { PasswordStrength } from './passwords/password-strength.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { CheckResetLinkHandler, ResetPasswordHandler } from './passwords/reset-password.command.js';
import { CurrentPassword } from './passwords/current-password.js';
import { ResetLinks } from './passwords/reset-links.js';
import { SetPassword } from './passwords/set-password.js';
import { AccessTokenStrategy } from './sessions/access-token.strategy.js';
import { AccessTokens } from './sessions/access-tokens.js';
import { EndOwnSessionsHandler, EndSessionHandler } from './sessions/end-sessions.command.js';
import { EndStaleSessions, EndStaleSessionsHandler } from './sessions/end-stale-sessions.command.js';
import { SessionCookies } from './sessions/session-cookies.js';
import { SessionStore } from './sessions/session-store.js';
import { ShutOut } from './sessions/shut-out.js';
import { SessionGuard } from './sessions/session.guard.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { staleSessionsSaga } from './sessions/stale-sessions.saga.js';
import { RefreshSessionHandler } from './sign-in/refresh-session.command.js';
import { SignInHandler } from './sign-in/sign-in.command.js';
import { ConfirmEmailByLinkHandler, ConfirmEmailHandler } from './sign-up/confirm-email.command.js';
import {
  RemoveOwnFactorHandler,
  ReplaceCodesHandler,
  StepUpHandler,
  UndoEnrolmentHandler,
} from './second-factor/change-second-factor.command.js';
import {
  BeginEnrolmentHandler,
  ConfirmEnrolmentHandler,
  EnrolDemoPersonHandler,
} from './second-factor/enrol-second-factor.command.js';
import { GetSecondFactor } from './second-factor/get-second-factor.query.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { TakeCode } from './second-factor/take-code.js';
import { OpenSession } from './sign-in/open-session.js';
import { SignInTickets } from './sign-in/sign-in-tickets.js';
import { SignInWithCodeHandler } from './sign-in/sign-in-with-code.command.js';
import { SignUpHandler } from './sign-up/sign-up.command.js';
import { FinishSocialSignInHandler } from './social/finish-social-sign-in.command.js';
import { identityClaimStream } from './social/linking/identity-claim.decider.js';
import { IdentityLinks } from './social/linking/identity-links.js';
import { FindPendingLinkHandler, LinkWithPasswordHandler } from './social/linking/link-identity.command.js';
import { FinishLinkHandler, StartLinkHandler } from './social/linking/link-provider.command.js';
import { ClientSecrets } from './social/client-secrets.js';
import { SocialAttempts } from './social/social-attempts.js';
import { SocialController } from './social/social.controller.js';
import { SocialProofs } from './social/social-proofs.js';
import { SocialProviders } from './social/social-providers.js';
import { SignInMethodsController } from './social/linking/sign-in-methods.controller.js';
import { StartSocialSignInHandler } from './social/start-social-sign-in.command.js';
import { UnlinkProviderHandler } from './social/linking/unlink-provider.command.js';
import {
  decidedAgain,
  EventSourcingModule,
  withCommand,
} from '../../event-sourcing/event-sourcing.module.js';
import { accountDecider, accountStream } from './account/account.decider.js';
import { accountEvents } from './account/account.events.js';
import { accountsProjection } from './account/accounts.projection.js';
import { emailChangesProjection } from './person/email-changes.projection.js';
import { PersonController } from './person/person.controller.js';
import { emailClaimStream } from './account/email-claim.decider.js';
import { accountTopics } from './live-topics.rules.js';
import { HoldersOfEmailHandler } from './account/holders-of-email.handler.js';

const handlers = [
  SignUpHandler,
  SignInHandler,
  RefreshSessionHandler,
  EndSessionHandler,
  EndOwnSessionsHandler,
  EndStaleSessionsHandler,
  ChangeOwnPasswordHandler,
  ResetPasswordHandler,
  CheckResetLinkHandler,
  RequestResetHandler,
  RequestConfirmationHandler,
  ConfirmEmailHandler,
  ConfirmEmailByLinkHandler,
  AdministerHandler,
  JudgeAccountHandler,
  StartSocialSignInHandler,
  FinishSocialSignInHandler,
  FindPendingLinkHandler,
  LinkWithPasswordHandler,
  StartLinkHandler,
  FinishLinkHandler,
  UnlinkProviderHandler,
  QueueMailHandler,
  MailLeadsHandler,
  NotifyOfExportHandler,
  GetMe,
  SignInWithCodeHandler,
  BeginEnrolmentHandler,
  ConfirmEnrolmentHandler,
  EnrolDemoPersonHandler,
  StepUpHandler,
  UndoEnrolmentHandler,
  RemoveOwnFactorHandler,
  ReplaceCodesHandler,
  GetSecondFactor,
  HoldersOfEmailHandler,
];

/** Sign-up, sign-in, sessions, passwords, roles and their mail; its guard protects every route. */
@Global()
@Module({
  imports: [
    HttpModule,
    EventSourcingModule.forFeature({
      // The last three are read by the mails about rules, identity checks and transfers.
      streams: [
        ...[accountStream, emailClaimStream, identityClaimStream],
        ...[{ prefix: 'rule-' }, { prefix: 'sender-' }, transferStream],
      ],
      subjects: [accountStream],
      events: accountEvents,
      projections: [accountsProjection, emailChangesProjection],
      live: [accountTopics],
      ownData: [OwnAccountData],
      safety: [decidedAgain(accountStream, accountDecider)],
      refusals: accountRefusals,
      sagas: [
        withCommand(mailSaga, (mail) => new QueueMail(mail)),
        withCommand(ruleMailSaga, (mail) => new MailLeads(mail)),
        withCommand(staleSessionsSaga, (stale) => new EndStaleSessions(stale)),
        withCommand(closingSaga, ({ uid }) => new FinishClosing(uid)),
        withCommand(nameSaga, ({ uid }) => new FollowName(uid)),
      ],
    }),
    PassportModule,
    JwtModule.register({}),
  ],
  controllers: [
    AuthController,
    PasswordsController,
    SocialController,
    SignInMethodsController,
    SessionsController,
    SecondFactorController,
    MeController,
    ClosingController,
    PersonController,
  ],
  providers: [
    ...handlers,
    ...personProviders,
    ...closingProviders,
    ...erasureProviders,
    AccountDirectory,
    Claims,
    Credentials,
    CurrentPassword,
    KnownDevices,
    OneTimeTokens,
    PasswordHasher,
    PasswordStrength,
    SetPassword,
    ResetLinks,
    Leftovers,
    OwnAccountData,
    ShutOut,
    AccessTokens,
    AccessTokenStrategy,
    SessionCookies,
    SessionStore,
    OpenSession,
    SignInTickets,
    SecondFactors,
    TakeCode,
    SocialAttempts,
    ClientSecrets,
    SocialProviders,
    SocialProofs,
    IdentityLinks,
    Outbox,
    MailMessages,
    MailMetrics,
    MailReaders,
    MailWorker,
    CardRemindersWorker,
    HousekeepingWorker,
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: OpenSessions, useExisting: SessionStore },
    { provide: KnownCallers, useExisting: AccessTokenStrategy },
  ],
  exports: [OpenSessions, KnownCallers],
})
export class AccountsModule {}
