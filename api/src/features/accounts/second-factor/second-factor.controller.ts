import { Body, Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal, type Principal, RequireStepUp } from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import {
  type RecoveryCodes,
  SecondFactorSecret,
  type SecondFactorState,
} from '../../../kernel/people/accounts.js';
import { RemoveOwnFactor, ReplaceCodes, StepUp } from './change-second-factor.command.js';
import { BeginEnrolment, ConfirmEnrolment } from './enrol-second-factor.command.js';
import { GetSecondFactor } from './get-second-factor.query.js';
import { BeginFactorDto, ConfirmFactorDto, StepUpDto } from './second-factor.dto.js';

/** The caller's second factor: codes of an authenticator app. */
@ApiTags('accounts')
@Controller('second-factor')
export class SecondFactorController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getSecondFactor: GetSecondFactor,
  ) {}

  /** Whether the caller's account has one. */
  @Get()
  state(@CurrentPrincipal() { uid }: Principal): Promise<SecondFactorState> {
    return this.getSecondFactor.execute(uid);
  }

  /**
   * Begins an enrolment, for 15 minutes: the secret for an authenticator app. A later one replaces it. Without a factor it
   * needs a `proof`: a sender gets a code by mail when it is missing (202), staff has one from an operator (403
   * `enrolment_code_required`).
   */
  @Post()
  @RequireStepUp()
  @Refuses('email_not_confirmed', 'enrolment_code_required', 'invalid_code', 'too_many_attempts')
  @ApiAcceptedResponse({ description: 'A code was mailed, which works once within ten minutes.' })
  @ApiCreatedResponse({ type: SecondFactorSecret })
  async begin(
    @CurrentPrincipal() { uid }: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { proof }: BeginFactorDto,
  ): Promise<SecondFactorSecret | undefined> {
    const begun = await this.commands.execute(new BeginEnrolment(uid, proof));
    if (begun !== 'mailed') return begun;
    reply.status(202);
    return undefined;
  }

  /** Finishes the enrolment with the first code, which upgrades this session; every other one ends. Answers the recovery codes. */
  @Post('confirm')
  @HttpCode(200)
  @Refuses(
    'email_not_confirmed',
    'second_factor_enrolled',
    'second_factor_expired',
    'invalid_code',
    'too_many_attempts',
    'clock_suspect',
  )
  confirm(
    @CurrentPrincipal() principal: Principal,
    @Body() { code }: ConfirmFactorDto,
  ): Promise<RecoveryCodes> {
    return this.commands.execute(new ConfirmEnrolment(principal, code));
  }

  /** Removes it. Staff cannot use their routes until they enrol again. */
  @Delete()
  @RequireStepUp()
  @Refuses('second_factor_missing', 'clock_suspect')
  @HttpCode(204)
  async remove(@CurrentPrincipal() principal: Principal): Promise<void> {
    await this.commands.execute(new RemoveOwnFactor(principal));
  }

  /** Ten new recovery codes; those of before no longer work. */
  @Post('recovery-codes')
  @RequireStepUp()
  @HttpCode(200)
  @Refuses('second_factor_missing', 'clock_suspect')
  replaceCodes(@CurrentPrincipal() { uid }: Principal): Promise<RecoveryCodes> {
    return this.commands.execute(new ReplaceCodes(uid));
  }

  /** Proves again who the caller is, for what needs a proof of the last 15 minutes: a code, without a factor the password. */
  @Post('step-up')
  @HttpCode(204)
  @Refuses('invalid_code', 'current_password_wrong', 'too_many_attempts', 'clock_suspect')
  async stepUp(@CurrentPrincipal() principal: Principal, @Body() proof: StepUpDto): Promise<void> {
    await this.commands.execute(new StepUp(principal, proof));
  }
}
