import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import {
  CurrentPrincipal,
  RequireRoles,
  RequireStepUp,
  type Principal,
} from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { HISTORY_ROLES } from '../../../kernel/people/accounts.js';
import type { Revealed } from '../../../kernel/staff/reveal.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { transactionsProjection } from '../../transfers/history/transactions.projection.js';
import { requiredReason } from '../../access/access-reason.dto.js';
import { RevealDto } from './reveal.dto.js';
import { GetField } from './get-field.query.js';
import { LogReveal } from './log-reveal.command.js';

/** Personal data that the console masks. */
@ApiTags('compliance')
@RequireRoles(...HISTORY_ROLES)
@Controller('compliance/reveal')
export class RevealController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getField: GetField,
  ) {}

  /** One masked field, unmasked, for a reason; the access is recorded before it is shown. */
  @Post()
  @RequireStepUp()
  @ReadsViews(accountsProjection, transactionsProjection)
  @Refuses('reason_required', 'not_found', 'clock_suspect')
  @HttpCode(200)
  async reveal(
    @CurrentPrincipal() { uid: reader }: Principal,
    @Body() { subject, field, reason: given }: RevealDto,
  ): Promise<Revealed> {
    const reason = requiredReason(given);
    const { uid, transferId, value } = await this.getField.execute(reader, subject, field);
    const recording = this.commands.execute(new LogReveal(reader, { uid, transferId, field, reason }));
    return { value: await value.shownAfter(recording) };
  }
}
