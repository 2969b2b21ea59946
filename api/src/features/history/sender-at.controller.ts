import { Controller, Get, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { ValidationError } from 'class-validator';
import { I18nValidationException } from 'nestjs-i18n';
import { Clock } from '../../config/clock.js';
import { positionIn } from '../../engine/event-store/event-store.port.js';
import { ReadsViews } from '../../http/contract/position.interceptor.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { refusal, TakesUuid, UuidParameter } from '../../http/contract/validation.js';
import { HISTORY_ROLES } from '../../kernel/people/accounts.js';
import type { SenderAt } from '../../kernel/staff/sender-at.js';
import { requiredReason } from '../access/access-reason.dto.js';
import { GetSenderAt, type PointInHistory } from './get-sender-at.query.js';
import { LogHistoryReplay } from '../access/log-access.js';
import { ReadsHistory } from './reads-history.js';
import { SenderAtDto } from './sender-at.dto.js';
import { suspiciousTransactionsProjection } from '../review/cases/suspicious-transactions.projection.js';

/** What the product showed about a sender at an earlier instant, for a reason that is recorded before anything is shown. */
@ApiTags('compliance')
@RequireRoles(...HISTORY_ROLES)
@Refuses('reason_required', 'history_too_long', 'clock_suspect')
@Controller('compliance')
export class SenderAtController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getSenderAt: GetSenderAt,
    private readonly clock: Clock,
  ) {}

  /**
   * Profile, tier, allowance, transfers, cards, recipients, cases and holds of a sender as they were shown at an instant or a
   * position, by today's code and configuration, personal texts masked; of oneself: 404.
   */
  @Get('senders/:uid/at')
  @ReadsViews(suspiciousTransactionsProjection)
  @TakesUuid('uid', 'Of the sender')
  @ReadsHistory()
  async at(
    @CurrentPrincipal() { uid: reader }: Principal,
    @UuidParameter('uid') uid: string,
    @Query() query: SenderAtDto,
  ): Promise<SenderAt> {
    const point = this.pointIn(query);
    const reason = requiredReason(query.reason);
    const recordedAt = await this.commands.execute(
      new LogHistoryReplay(reader, { uid, transferId: null }, reason),
    );
    return this.getSenderAt.execute(uid, { point, basis: query.basis }, { reason, recordedAt });
  }

  private pointIn({ instant, position }: SenderAtDto): PointInHistory {
    const nowMs = this.clock.now();
    const ms = instant === undefined ? nowMs : Date.parse(instant);
    if (ms > nowMs) throw refused('instant', 'validation.date');
    if (position === undefined) return { ms };
    if (instant !== undefined) throw refused('position', 'validation.format');
    return { position: positionIn(position) };
  }
}

function refused(property: 'instant' | 'position', code: string): I18nValidationException {
  const error: ValidationError = { property, value: '', constraints: { point: refusal(code) } };
  return new I18nValidationException([error]);
}
