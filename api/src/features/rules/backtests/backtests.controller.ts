import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { LimitedTo } from '../../../http/edge/route-options.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { TakesUuid, UuidParameter } from '../../../http/contract/validation.js';
import { REVIEW_ROLES } from '../../../kernel/people/accounts.js';
import { Backtest, BacktestAlertDetail, StartedBacktest } from '../../../kernel/staff/backtests.js';
import { CancelBacktest } from './cancel-backtest.command.js';
import { StartBacktestDto } from './backtests.dto.js';
import { GetBacktest } from './get-backtest.query.js';
import { GetBacktestAlert } from './get-backtest-alert.query.js';
import { StartBacktest } from './start-backtest.command.js';

const OfBacktest = () => TakesUuid('id', 'Of the backtest');

const STARTS_PER_MINUTE = 30;

/** What a definition of a fraud rule would have done; nothing of it reaches a case, a payment or a sender. */
@ApiTags('compliance')
@RequireRoles(...REVIEW_ROLES)
@Controller('compliance/backtests')
export class BacktestsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getBacktest: GetBacktest,
    private readonly getBacktestAlert: GetBacktestAlert,
  ) {}

  /**
   * Runs a definition, saved or not, over the attempts of a period. One at a time for each person: 409 `backtest_running`, and
   * a hundred a day: 409 `too_many_backtests`. 400 `rule_impossible` with the wrong `fields` of a definition that could never alert or act.
   */
  @Post()
  @LimitedTo(STARTS_PER_MINUTE)
  @Refuses('not_found', 'rule_impossible', 'backtest_running', 'too_many_backtests', 'clock_suspect')
  @HttpCode(202)
  async start(
    @CurrentPrincipal() { uid }: Principal,
    @Body() body: StartBacktestDto,
  ): Promise<StartedBacktest> {
    return { id: await this.commands.execute(new StartBacktest(uid, body)) };
  }

  /** A backtest and, once it is done, its result, for a day: one's own; leads, who activate rules, read all. */
  @Get(':id')
  @Refuses('backtest_gone')
  @OfBacktest()
  one(@CurrentPrincipal() reader: Principal, @UuidParameter('id') id: string): Promise<Backtest> {
    return this.getBacktest.execute(id, reader);
  }

  /** The attempts behind one alert of a result's lists, masked. */
  @Get(':id/alerts/:transferId')
  @Refuses('backtest_gone', 'not_found')
  @OfBacktest()
  @TakesUuid('transferId', 'Of the attempt that triggered the alert')
  alert(
    @CurrentPrincipal() reader: Principal,
    @UuidParameter('id') id: string,
    @UuidParameter('transferId') transferId: string,
  ): Promise<BacktestAlertDetail> {
    return this.getBacktestAlert.execute(id, transferId, reader);
  }

  /** Cancels it: no result stays. */
  @Delete(':id')
  @Refuses('backtest_gone')
  @OfBacktest()
  @HttpCode(204)
  async cancel(@CurrentPrincipal() { uid }: Principal, @UuidParameter('id') id: string): Promise<void> {
    await this.commands.execute(new CancelBacktest(id, uid));
  }
}
