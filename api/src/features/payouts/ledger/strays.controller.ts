import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import {
  CurrentPrincipal,
  RequireRoles,
  RequireStepUp,
  type Principal,
} from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { STAFF_ROLES } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { centsOf } from '../../../kernel/money/money.js';
import type { StrayCharges } from '../../../kernel/money/payouts.js';
import { WorkStray, type StrayDecision } from '../../lifecycle/strays/stray-charges.js';
import { GetStrays } from './get-strays.query.js';
import { CloseStrayDto, ConfirmStrayDto, RefundStrayDto } from './strays.dto.js';
import { strayChargesProjection } from '../../lifecycle/strays/stray-charges.projection.js';

/** The processor's ids. */
const PAYMENT_REF = /^\w{1,100}$/;
const NamesCharge = (): MethodDecorator =>
  ApiParam({ name: 'paymentRef', description: "The processor's reference", schema: { type: 'string' } });

/** Charges that no transfer has recorded, as after a restore: staff see them, operators settle them. */
@ApiTags('compliance')
@RequireRoles('operator')
@Controller('compliance/strays')
export class StraysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getStrays: GetStrays,
  ) {}

  /**
   * Open ones, oldest first, with what processor and rail say became of them. A sender who repeats a request makes its charge
   * the transfer's; none is refunded by itself. None of the caller's own.
   */
  @Get()
  @RequireRoles(...STAFF_ROLES)
  @ReadsViews(strayChargesProjection)
  list(@CurrentPrincipal() { uid: reader }: Principal): Promise<StrayCharges> {
    return this.getStrays.execute(reader);
  }

  /**
   * Asks for the refund of a charge that was not paid out, with the reason; a second operator has to agree. Only its author
   * changes the reason: 409 `report_differs`. Without anything refundable: 409 `not_claimable`.
   */
  @Post(':paymentRef/refund')
  @RequireStepUp()
  @Refuses('not_found', 'not_claimable', 'report_differs', 'clock_suspect')
  @NamesCharge()
  @HttpCode(204)
  refund(
    @CurrentPrincipal() { uid }: Principal,
    @Param('paymentRef') paymentRef: string,
    @Body() { reason }: RefundStrayDto,
  ): Promise<void> {
    return this.work(paymentRef, uid, { type: 'ProposeRefund', reason });
  }

  /**
   * Agrees to a colleague's refund as it was read: 409 `second_person_needed` for one's own, 409 `report_differs` when amount
   * or reason are others by now.
   */
  @Post(':paymentRef/confirm')
  @RequireStepUp()
  @Refuses(
    ...(['not_found', 'not_claimable', 'second_person_needed', 'report_differs', 'clock_suspect'] as const),
  )
  @NamesCharge()
  @HttpCode(204)
  confirm(
    @CurrentPrincipal() { uid }: Principal,
    @Param('paymentRef') paymentRef: string,
    @Body() { amount, reason }: ConfirmStrayDto,
  ): Promise<void> {
    return this.work(paymentRef, uid, { type: 'AgreeToRefund', cents: centsOf(amount), reason });
  }

  /** Closes a charge that was settled elsewhere, with the reason. */
  @Post(':paymentRef/close')
  @RequireStepUp()
  @Refuses('not_found', 'not_claimable', 'clock_suspect')
  @NamesCharge()
  @HttpCode(204)
  close(
    @CurrentPrincipal() { uid }: Principal,
    @Param('paymentRef') paymentRef: string,
    @Body() { reason }: CloseStrayDto,
  ): Promise<void> {
    return this.work(paymentRef, uid, { type: 'Close', reason });
  }

  private async work(paymentRef: string, uid: string, decision: StrayDecision): Promise<void> {
    if (!PAYMENT_REF.test(paymentRef)) throw new DomainError('not_found');
    await this.commands.execute(new WorkStray(paymentRef, uid, decision));
  }
}
