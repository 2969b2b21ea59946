import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequireStepUp } from '../../../http/principal.js';
import { Refuses } from '../../../http/refuses.js';
import type { RecoveryCodes, SecondFactorSecret, SecondFactorState } from '../../../kernel/accounts.js';
import { RemoveOwnFactor, ReplaceCodes, StepUp } from './change-second-factor.command.js';
import { BeginEnrolment, ConfirmEnrolment } from './enrol-second-factor.command.js';
import { GetSecondFactor } from './get-second-factor.query.js';
import { ConfirmFactorDto, StepUpDto } from './second-factor.dto.js';

/** The caller's second factor: codes of an authenticator app. */
@ApiTags('accounts')
@Controller('second-factor')
export class SecondFactorController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Whether the caller's account has one. */
  @Get()
  state(@CurrentPrincipal() { uid }: Principal): Promise<SecondFactorState> {
    return this.queries.execute(new GetSecondFactor(uid));
  }

  /** Begins an enrolment, for 15 minutes: the secret for an authenticator app. A later one replaces it. */
  @Post()
  @RequireStepUp()
  @Refuses('email_not_confirmed', 'second_factor_enrolled')
  begin(@CurrentPrincipal() { uid }: Principal): Promise<SecondFactorSecret> {
    return this.commands.execute(new BeginEnrolment(uid));
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
