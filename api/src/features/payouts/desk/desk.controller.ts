import { STAFF_ROLES } from '../../../kernel/people/accounts.js';
import { centsOf } from '../../../kernel/money/money.js';
import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import {
  CurrentPrincipal,
  RequireRoles,
  RequireStepUp,
  type Principal,
} from '../../../http/contract/principal.js';
import { TakesUuid, UuidParameter } from '../../../http/contract/validation.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { TakesReferences } from '../../../http/edge/route-options.js';
import type { DeskTasks, DeskTransfer, RevealedPayout } from '../../../kernel/money/payouts.js';
import { CloseDto, ConfirmDto, DeliveredDto, DeskQueryDto, FailedDto, PaidBackDto } from './desk.dto.js';
import { GetDeskTasks } from './get-desk-tasks.query.js';
import { GetDeskTransfer } from './get-desk-transfer.query.js';
import { RevealPayout } from './reveal-payout.command.js';
import { WorkDesk, type DeskAction } from './work-desk.command.js';
import { deskTasksProjection } from './desk-tasks.projection.js';

const SETTLING_REFUSALS = [
  'not_found',
  'not_claimable',
  'second_person_needed',
  'report_differs',
  'not_seen',
  'clock_suspect',
] as const;

/** The payout desk: staff see it, operators work it. */
@ApiTags('compliance')
@RequireRoles('operator')
@Controller('compliance/payouts')
export class DeskController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getDeskTasks: GetDeskTasks,
    private readonly getDeskTransfer: GetDeskTransfer,
  ) {}

  /** Tasks of the desk, oldest first; personal texts masked. None about the caller's own transfers. */
  @Get()
  @RequireRoles(...STAFF_ROLES)
  @ReadsViews(deskTasksProjection)
  tasks(@CurrentPrincipal() { uid: reader }: Principal, @Query() query: DeskQueryDto): Promise<DeskTasks> {
    const { state, platform, q } = query;
    return this.getDeskTasks.execute({ reader, state, platform, q });
  }

  /**
   * What its sender sees of a transfer of the desk, with earlier problems; personal texts masked. 404 for any transfer that
   * neither is nor was a task, and for the caller's own.
   */
  @Get(':transferId')
  @RequireRoles(...STAFF_ROLES)
  @Refuses('not_found')
  @ReadsViews(deskTasksProjection)
  @TakesUuid('transferId', 'Of the transfer')
  transfer(
    @CurrentPrincipal() reader: Principal,
    @UuidParameter('transferId') id: string,
  ): Promise<DeskTransfer> {
    return this.getDeskTransfer.execute(id, reader);
  }

  /** Takes a payout to pay it: from here the sender can no longer cancel. 409 `not_claimable` when it is too late. */
  @Post(':transferId/claim')
  @Refuses('not_found', 'not_claimable', 'clock_suspect')
  @TakesUuid('transferId', 'Of the transfer')
  @HttpCode(204)
  claim(@CurrentPrincipal() caller: Principal, @UuidParameter('transferId') id: string): Promise<void> {
    return this.work(id, caller, { do: 'claim' });
  }

  /**
   * The platform paid it. Above the threshold a second operator has to agree; while a report is open, only its author can
   * change it: 409 `report_differs`.
   */
  @Post(':transferId/delivered')
  @RequireStepUp()
  @TakesReferences('reference')
  @Refuses(...SETTLING_REFUSALS)
  @TakesUuid('transferId', 'Of the transfer')
  @HttpCode(204)
  delivered(
    @CurrentPrincipal() caller: Principal,
    @UuidParameter('transferId') id: string,
    @Body() { reference }: DeliveredDto,
  ): Promise<void> {
    return this.work(id, caller, { do: 'delivered', reference });
  }

  /** It was provably not paid: everything is refunded. A second operator agrees, and reports differ, as for a delivery. */
  @Post(':transferId/failed')
  @RequireStepUp()
  @Refuses(...SETTLING_REFUSALS)
  @TakesUuid('transferId', 'Of the transfer')
  @HttpCode(204)
  failed(
    @CurrentPrincipal() caller: Principal,
    @UuidParameter('transferId') id: string,
    @Body() { reason, words }: FailedDto,
  ): Promise<void> {
    return this.work(id, caller, { do: 'failed', reason, platformMessage: words });
  }

  /**
   * Confirms a task: a colleague's outcome or a loss as it was read, a refund, a problem. 409 `second_person_needed` for one's own
   * outcome, 409 `report_differs` when another one is recorded, 403 `not_seen` unless the caller revealed the recipient since.
   */
  @Post(':transferId/confirm')
  @RequireStepUp()
  @TakesReferences('reference')
  @Refuses(...SETTLING_REFUSALS)
  @TakesUuid('transferId', 'Of the transfer')
  @HttpCode(204)
  confirm(
    @CurrentPrincipal() caller: Principal,
    @UuidParameter('transferId') id: string,
    @Body() body: ConfirmDto,
  ): Promise<void> {
    return this.work(id, caller, confirmationIn(body));
  }

  /**
   * Gives one's own claim back because nothing was sent, so that the payout can be claimed again. The sender still cannot cancel. Above the
   * threshold 409 `second_person_needed` once the recipient was shown to the caller: then release it.
   */
  @Post(':transferId/give-back')
  @Refuses('not_found', 'not_claimable', 'second_person_needed', 'clock_suspect')
  @TakesUuid('transferId', 'Of the transfer')
  @HttpCode(204)
  giveBack(@CurrentPrincipal() caller: Principal, @UuidParameter('transferId') id: string): Promise<void> {
    return this.work(id, caller, { do: 'give back' });
  }

  /** A refund that the processor refuses was paid back another way; a second operator has to agree, at any amount. */
  @Post(':transferId/refunded')
  @RequireStepUp()
  @TakesReferences('reference')
  @Refuses('not_found', 'not_claimable', 'report_differs', 'clock_suspect')
  @TakesUuid('transferId', 'Of the transfer')
  @HttpCode(204)
  paidBack(
    @CurrentPrincipal() caller: Principal,
    @UuidParameter('transferId') id: string,
    @Body() { way, reference }: PaidBackDto,
  ): Promise<void> {
    return this.work(id, caller, { do: 'paid back', agrees: false, way, reference });
  }

  /**
   * Takes back a claim or a report of any operator: a payout stays submitted, and any operator looks it up and reports it; a refund can be tried
   * again.
   */
  @Post(':transferId/release')
  @Refuses('not_found', 'not_claimable', 'clock_suspect')
  @TakesUuid('transferId', 'Of the transfer')
  @HttpCode(204)
  release(@CurrentPrincipal() caller: Principal, @UuidParameter('transferId') id: string): Promise<void> {
    return this.work(id, caller, { do: 'release' });
  }

  /** Closes a difference from a provider's records, with the reason; 409 `not_claimable` when it has ended or changed. */
  @Post(':transferId/close')
  @RequireStepUp()
  @TakesReferences('found')
  @Refuses('not_found', 'not_claimable', 'clock_suspect')
  @TakesUuid('transferId', 'Of the transfer')
  @HttpCode(204)
  close(
    @CurrentPrincipal() caller: Principal,
    @UuidParameter('transferId') id: string,
    @Body() { about, found, reason }: CloseDto,
  ): Promise<void> {
    return this.work(id, caller, { do: 'close', about, found, reason });
  }

  /** Who gets the payout that the caller claimed, or that has to be looked up; the access is recorded first. */
  @Post(':transferId/reveal')
  @RequireStepUp()
  @Refuses('not_found', 'not_revealed', 'clock_suspect')
  @TakesUuid('transferId', 'Of the transfer')
  @HttpCode(200)
  reveal(
    @CurrentPrincipal() { uid }: Principal,
    @UuidParameter('transferId') id: string,
  ): Promise<RevealedPayout> {
    return this.commands.execute(new RevealPayout(id, uid));
  }

  private async work(transferId: string, { uid }: Principal, action: DeskAction): Promise<void> {
    await this.commands.execute(new WorkDesk(transferId, { kind: 'staff', id: uid }, action));
  }
}

/** The fields that belong to the kind; ConfirmDto requires them. */
function confirmationIn({ kind, ...read }: ConfirmDto): DeskAction {
  const { reference = '', way = 'another_way', problems = [], answer = '', loss = '0.00' } = read;
  if (kind === 'second_person') return agreementIn(read);
  if (kind === 'problem') return { do: 'answer', problems, answer };
  if (kind === 'lost') return { do: 'book', cents: centsOf(loss) };
  return kind === 'second_refund'
    ? { do: 'paid back', agrees: true, way, reference }
    : { do: 'confirm', kind };
}

function agreementIn({ outcome, reference = '', reason, words }: Omit<ConfirmDto, 'kind'>): DeskAction {
  return outcome === 'failed'
    ? { do: 'agree', outcome, reference: reason ?? '', platformMessage: words }
    : { do: 'agree', outcome: 'delivered', reference };
}
