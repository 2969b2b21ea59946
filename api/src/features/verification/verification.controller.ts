import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../http/edge/language.js';
import { CurrentPrincipal, type Principal } from '../../http/contract/principal.js';
import { ReadsViews } from '../../http/contract/position.interceptor.js';
import { Compressed } from '../../http/edge/route-options.js';
import { Refuses } from '../../http/contract/refuses.js';
import { requestContext } from '../../engine/commands/request-context.js';
import { SubscriptionRunner } from '../../engine/subscriptions/subscription-runner.js';
import type { SubmitKycAnswer, VerificationOverview } from '../../kernel/people/verification.js';
import { GetVerification, VERIFICATION_VIEWS } from './get-verification.query.js';
import { RefreshInquiry } from './refresh-inquiry.command.js';
import { SubmitKyc } from './submit-kyc.command.js';
import { RepeatKycDto, SubmitKycDto } from './submit-kyc.dto.js';
import { kycRequestsProjection } from './kyc-requests.projection.js';

/** Longest wait of a refresh for the view to include its own update. */
const CATCH_UP_MS = 1_000;

/** A sender's own identity checks. */
@ApiTags('verification')
@Controller('verification')
export class VerificationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getVerification: GetVerification,
    private readonly subscriptions: SubscriptionRunner,
  ) {}

  /** The requests, newest first, and the next step. */
  @Get()
  @Compressed()
  @Refuses('get_user_kyc_requests_failed')
  @ReadsViews(...VERIFICATION_VIEWS)
  read(@CurrentPrincipal() { uid }: Principal): Promise<VerificationOverview> {
    return this.getVerification.execute(uid);
  }

  /** Starts a check or continues the open one, and returns the URL of the provider's page. */
  @Post()
  @Refuses(
    'consent_required',
    'email_not_confirmed',
    'verification_open',
    'already_verified',
    'verification_attempts_exhausted',
    'verification_unavailable',
    'clock_suspect',
  )
  submit(
    @CurrentPrincipal() { uid }: Principal,
    @Body() { consent, fullName }: SubmitKycDto,
    @Req() request: FastifyRequest,
  ): Promise<SubmitKycAnswer> {
    return this.commands.execute(new SubmitKyc(uid, { consent, fullName, locale: languageOf(request) }));
  }

  /**
   * Repeats the check of a confirmed name under a new one, or continues such a repeat, and returns the URL of the provider's page.
   * The verification of before and its limits stay in force meanwhile; once the repeat is verified, the name changes.
   */
  @Post('name')
  @Refuses(
    'consent_required',
    'email_not_confirmed',
    'name_not_verified',
    'verification_open',
    'already_verified',
    'verification_attempts_exhausted',
    'verification_unavailable',
    'clock_suspect',
  )
  repeat(
    @CurrentPrincipal() { uid }: Principal,
    @Body() { consent, ...newName }: RepeatKycDto,
    @Req() request: FastifyRequest,
  ): Promise<SubmitKycAnswer> {
    return this.commands.execute(new SubmitKyc(uid, { consent, newName, locale: languageOf(request) }));
  }

  /** Queries the provider about the open check, then responds like GET; for senders returning from the hosted page. */
  @Post('refresh')
  @Refuses('get_user_kyc_requests_failed', 'clock_suspect')
  @HttpCode(200)
  @ReadsViews(...VERIFICATION_VIEWS)
  async refresh(@CurrentPrincipal() { uid }: Principal): Promise<VerificationOverview> {
    await this.commands.execute(new RefreshInquiry(uid));
    const position = requestContext.current()?.position;
    if (position) await this.subscriptions.caughtUp(kycRequestsProjection, position, CATCH_UP_MS);
    return this.getVerification.execute(uid);
  }
}
