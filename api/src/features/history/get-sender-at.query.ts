import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../config/clock.js';
import { Config } from '../../config/config.js';
import type { Position, RecordedEvent } from '../../event-sourcing/event.js';
import { streamId } from '../../event-sourcing/event.js';
import type { Platform } from '../../kernel/money/platforms.js';
import type {
  HistoryBasis,
  HistoryCut,
  HistoryPlace,
  MovedEvent,
  SenderAt,
} from '../../kernel/staff/sender-at.js';
import type { RecordedReason } from '../access/access-log.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { historyLine } from './history-line.js';
import { maskedPast } from './masked-history.rules.js';
import { foldHappened, foldRecorded, type Happened, type SenderFold } from './sender-fold.js';
import { SenderHistories, type SenderHistory } from './sender-history.js';
import { differencesOf, pastSender, type PastRules } from './past-sender.js';

/** Most refused attempts that are listed, newest first. */
const REFUSALS_LIMIT = 200;
/** Most moved events that are listed. */
const MOVED_LIMIT = 50;

/** An instant in ms since 1970, or a position of the log. */
export type PointInHistory = { readonly ms: number } | { readonly position: Position };

/**
 * What the product showed about a sender at an instant, folded from the log with today's code and configuration,
 * personal texts masked; call LogHistoryReplay first.
 * @throws history_too_long
 */
@Injectable()
export class GetSenderAt {
  constructor(
    private readonly histories: SenderHistories,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute(
    uid: string,
    { point, basis }: { readonly point: PointInHistory; readonly basis: HistoryBasis },
    access: RecordedReason,
  ): Promise<SenderAt> {
    const isBefore = beforeOrAt(point);
    const history = await this.histories.of(uid, isBefore);
    const { events } = history;
    const before = events.filter(isBefore);
    const atMs = 'ms' in point ? point.ms : newestMs(before);
    const rules = {
      uid,
      atMs,
      refusalsLimit: REFUSALS_LIMIT,
      lists: (id: string) => history.transfers.has(id),
      verifiedWeeklyLimitCents: this.config.VERIFIED_WEEKLY_LIMIT_CENTS ?? null,
    } satisfies PastRules;
    const recorded = foldRecorded(before);
    const happened = foldHappened(events, atMs, { recorded, isBefore });
    const [asRecorded, asHappened] = [pastSender(recorded, rules), pastSender(happened.fold, rules)];
    const shown = basis === 'recorded' ? asRecorded : asHappened;
    const place = before.length;
    return {
      uid,
      ...access,
      basis,
      instant: isoInstant(atMs),
      position: before.at(-1)?.position ?? null,
      place,
      count: events.length,
      previous: placeOf(events.filter(isBefore).at(-2)),
      next: placeOf(events.find((event) => !isBefore(event))),
      line: historyLine(events, this.clock.now()),
      shown: shown && maskedPast(shown),
      differences: differencesOf(asRecorded, asHappened),
      moved: movedEvents(happened, { atMs, isBefore }),
      cut: cutOf(basis === 'recorded' ? recorded : happened.fold, history),
    };
  }
}

function beforeOrAt(point: PointInHistory): (event: RecordedEvent) => boolean {
  if ('ms' in point) return ({ metadata }) => Date.parse(metadata.at) <= point.ms;
  return ({ position }) => position <= point.position;
}

/** When the newest of some events was recorded: positions and clocks of two processes may disagree a little. */
function newestMs(events: readonly RecordedEvent[]): number {
  return events.reduce((newest, { metadata }) => Math.max(newest, Date.parse(metadata.at)), 0);
}

function placeOf(event: RecordedEvent | undefined): HistoryPlace | null {
  return event ? { position: event.position, at: event.metadata.at } : null;
}

interface Shown {
  readonly atMs: number;
  readonly isBefore: (event: RecordedEvent) => boolean;
}

/** Of the events with another place, those that only one basis has by now, and those that stay in place although they should not. */
function movedEvents({ fold, moved }: Happened, { atMs, isBefore }: Shown): MovedEvent[] {
  const ofProviders = moved.filter(({ event }) => 'providerAt' in event.data);
  const crossing = ofProviders.filter((place) => place.atMs <= atMs && !isBefore(place.event));
  const kept = ofProviders.filter((place) => place.isKept && isBefore(place.event));
  return [...crossing, ...kept].slice(0, MOVED_LIMIT).map((place) => movedEvent(place, fold));
}

function movedEvent({ event, recordedMs, isKept }: Happened['moved'][number], fold: SenderFold): MovedEvent {
  const { stream, type, data, position } = event;
  const subject =
    'requestId' in data && typeof data.requestId === 'string' ? data.requestId : streamId(stream);
  const platform: Platform | null = fold.views.of(transactionsProjection).get(subject)?.platform ?? null;
  return {
    type,
    position,
    subject,
    platform,
    isKept,
    recordedAt: isoInstant(recordedMs),
    happenedAt: 'providerAt' in data ? String(data.providerAt) : isoInstant(recordedMs),
  };
}

function cutOf(fold: SenderFold, { transfers, casesCut }: SenderHistory): HistoryCut {
  const known = [...fold.views.of(transactionsProjection).keys()];
  return {
    transfers: known.filter((id) => !transfers.has(id)).length,
    refusals: Math.max(fold.refusals.length - REFUSALS_LIMIT, 0),
    cases: casesCut,
  };
}
