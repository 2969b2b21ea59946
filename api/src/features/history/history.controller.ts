import { Controller, Get, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { ValidationError } from 'class-validator';
import { I18nValidationException } from 'nestjs-i18n';
import { Clock, isoInstant } from '../../config/clock.js';
import { positionIn } from '../../engine/event-store/event-store.port.js';
import { ReadsViews } from '../../http/contract/position.interceptor.js';
import { CurrentPrincipal, RequireRoles, type Principal } from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { refusal, TakesUuid, UuidParameter } from '../../http/contract/validation.js';
import { LimitedTo } from '../../http/edge/route-options.js';
import { HISTORY_ROLES } from '../../kernel/people/accounts.js';
import type { Replay } from '../../kernel/staff/replay.js';
import type { SenderActivity } from '../../kernel/staff/sender-activity.js';
import type { SenderAt } from '../../kernel/staff/sender-at.js';
import type { RecordedAt } from '../access/access-log.js';
import { requiredReason } from '../access/access-reason.dto.js';
import type { HistoryView } from '../access/access.decider.js';
import { LogHistoryReplay } from '../access/log-access.js';
import { suspiciousTransactionsProjection } from '../review/cases/suspicious-transactions.projection.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { ACTIVITY_VIEWS, GetSenderActivity } from './activity/get-sender-activity.query.js';
import { GetReplay } from './get-replay.query.js';
import { GetSenderAt, type PointInHistory } from './get-sender-at.query.js';
import { ReplayCursors, type ReplayWanted } from './replay-cursor.js';
import { reasonIn, ReplayQueryDto } from './replay-query.dto.js';
import { SenderActivityDto, SenderAtDto } from './sender-at.dto.js';
import { SenderHistories } from './sender-history.js';

/** Of a member of staff, over all routes: each folds a sender's whole history. */
const FoldsHistory = (): MethodDecorator => LimitedTo(30, 'histories');

/** The history of any sender and any transfer, for a reason that is recorded before anything is shown; one's own: 404. */
@ApiTags('compliance')
@RequireRoles(...HISTORY_ROLES)
@Refuses('reason_required', 'history_too_long', 'clock_suspect')
@Controller('compliance')
export class HistoryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getReplay: GetReplay,
    private readonly getSenderAt: GetSenderAt,
    private readonly getSenderActivity: GetSenderActivity,
    private readonly histories: SenderHistories,
    private readonly cursors: ReplayCursors,
    private readonly clock: Clock,
  ) {}

  /** A sender's whole history with the lives of their newest transfers, one step per event, a page of the last steps first. */
  @Get('senders/:uid/replay')
  @ReadsViews(suspiciousTransactionsProjection)
  @TakesUuid('uid', 'Of the sender')
  @FoldsHistory()
  sender(
    @CurrentPrincipal() { uid: reader }: Principal,
    @UuidParameter('uid') uid: string,
    @Query() query: ReplayQueryDto,
  ): Promise<Replay> {
    return this.replay({ reader, uid, transferId: null, reason: reasonIn(query) }, query);
  }

  /** Every event of one transfer, its sender's attempts around it and the cases that it is part of, page by page likewise. */
  @Get('transfers/:id/replay')
  @ReadsViews(transactionsProjection, suspiciousTransactionsProjection)
  @TakesUuid('id', 'Of the transfer')
  @FoldsHistory()
  async transfer(
    @CurrentPrincipal() { uid: reader }: Principal,
    @UuidParameter('id') transferId: string,
    @Query() query: ReplayQueryDto,
  ): Promise<Replay> {
    const reason = reasonIn(query);
    const uid = await this.histories.senderOf(transferId);
    return this.replay({ reader, uid, transferId, reason }, query);
  }

  /**
   * What a sender did until now: the week, attempts, cards and handles with who else used them, cases and identity checks,
   * personal texts masked.
   */
  @Get('senders/:uid/activity')
  @ReadsViews(...ACTIVITY_VIEWS)
  @TakesUuid('uid', 'Of the sender')
  @FoldsHistory()
  async activity(
    @CurrentPrincipal() { uid: reader }: Principal,
    @UuidParameter('uid') uid: string,
    @Query() query: SenderActivityDto,
  ): Promise<SenderActivity> {
    const reason = requiredReason(query.reason);
    const recordedAt = await this.record({ reader, uid, transferId: null, reason }, { view: 'page' });
    return this.getSenderActivity.execute({ uid, reader }, { reason, recordedAt });
  }

  /**
   * Profile, tier, allowance, transfers, cards, recipients, cases and holds of a sender as they were shown at an instant or a
   * position, by today's code and configuration, personal texts masked.
   */
  @Get('senders/:uid/at')
  @ReadsViews(suspiciousTransactionsProjection)
  @TakesUuid('uid', 'Of the sender')
  @FoldsHistory()
  async at(
    @CurrentPrincipal() { uid: reader }: Principal,
    @UuidParameter('uid') uid: string,
    @Query() query: SenderAtDto,
  ): Promise<SenderAt> {
    const point = this.pointIn(query);
    const reason = requiredReason(query.reason);
    const recordedAt = await this.record(
      { reader, uid, transferId: null, reason },
      { view: 'time_machine', point: 'ms' in point ? isoInstant(point.ms) : point.position },
    );
    return this.getSenderAt.execute(uid, { point, basis: query.basis }, { reason, recordedAt });
  }

  /** The pages of one replay are one access. */
  private async replay(wanted: ReplayWanted, { limit, cursor }: ReplayQueryDto): Promise<Replay> {
    const place = cursor === undefined ? null : this.cursors.read(wanted, cursor);
    const recordedAt = place?.recordedAt ?? (await this.record(wanted, { view: 'replay' }));
    const { until, before } = place ?? { until: null, before: null };
    return this.getReplay.execute(wanted, { limit: Number(limit), until, before }, recordedAt);
  }

  private record(
    { reader, uid, transferId, reason }: ReplayWanted,
    { view, point = null }: { readonly view: HistoryView; readonly point?: string | null },
  ): Promise<RecordedAt> {
    return this.commands.execute(new LogHistoryReplay(reader, { uid, transferId, view, point }, reason));
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
