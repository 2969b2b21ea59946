import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { DomainError } from '../../kernel/domain-error.js';
import { transferStream } from '../lifecycle/state/lifecycle-events.rules.js';
import { caseStream } from '../review/cases/case-events.rules.js';
import { attemptIds } from './replayed-events.js';
import { senderStream } from '../access/sender-stream.rules.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { suspiciousTransactionsProjection } from '../review/cases/suspicious-transactions.projection.js';

/** The history to read of one sender, and its bounds. */
export interface HistoryLimits {
  /** Most events of each stream of the sender's own; a longer history is refused. */
  readonly own: number;
  /** About how many events of transfers and cases are read. */
  readonly lives: number;
  /** Most transfers with lives that are read. */
  readonly transfers: number;
  /** Most cases, newest first. */
  readonly cases: number;
  /** A transfer whose life is the only one that is read. */
  readonly transferId?: string | null;
  /** A case that is read in any case, and the lives of its transfers first. */
  readonly caseId?: string | null;
}

const LIMITS: HistoryLimits = { own: 100_000, lives: 20_000, transfers: 2_000, cases: 50 };

/** Streams that are read at once: a server answers each in its own time. */
const AT_ONCE = 32;

/** The events of one sender, in store order, and what was omitted. */
export interface SenderHistory {
  readonly events: readonly RecordedEvent[];
  /** The transfers with lives that were read. */
  readonly transfers: ReadonlySet<string>;
  readonly casesCut: boolean;
}

/** Reads everything about one sender from the log; only which cases there are is asked of a view. */
@Injectable()
export class SenderHistories {
  constructor(
    private readonly log: EncryptedEventLog,
    private readonly views: ViewStore,
  ) {}

  /**
   * The lives of the newest transfers that `isBefore` are read first, then those after it.
   * @throws history_too_long
   */
  async of(
    uid: string,
    isBefore: (event: RecordedEvent) => boolean,
    limits: HistoryLimits = LIMITS,
  ): Promise<SenderHistory> {
    const streams = [senderStream(uid), ...OWN_PREFIXES.map((prefix) => `${prefix}${uid}`)];
    const own = await this.read(streams, limits.own + 1);
    if (own.some((history) => history.length > limits.own))
      throw new DomainError('history_too_long', { limit: limits.own });
    const cases = await this.casesOf(uid, limits);
    const ofCases = await this.read(cases.streams, limits.lives);
    const events = [...own, ...ofCases].flat();
    const transfers = new Set<string>();
    const wanted = wantedLives({ sender: own[0], wantedCase: ofCases[0] }, isBefore, limits);
    let left = limits.lives;
    for (let first = 0; first < wanted.length && left > 0; first += AT_ONCE) {
      const some = wanted.slice(first, first + AT_ONCE);
      for (const lifecycle of await this.read(some.map(transferStream), limits.lives)) {
        events.push(...lifecycle);
        left -= lifecycle.length;
      }
      for (const id of some) transfers.add(id);
    }
    events.sort((one, other) => (one.position < other.position ? -1 : 1));
    return { events, transfers, casesCut: cases.isCut };
  }

  /** At most AT_ONCE streams or a few more. */
  private async read(streams: readonly string[], limit: number): Promise<readonly RecordedEvent[][]> {
    const histories = await Promise.all(
      streams.map(async (stream) => {
        const events: RecordedEvent[] = [];
        for await (const event of this.log.read(stream, { limit, lazily: true })) events.push(event);
        return events;
      }),
    );
    // Other requests are served between two pages.
    await nextTurn();
    return histories;
  }

  /** First the one that is wanted. */
  private async casesOf(uid: string, { cases: limit, caseId }: HistoryLimits) {
    const newest = { by: 'bySender', where: { uid }, desc: true, limit };
    const { items, nextCursor } = await this.views.find(suspiciousTransactionsProjection, newest);
    const ids = new Set([...(caseId ? [caseId] : []), ...items.map(({ id }) => id)]);
    return { streams: [...ids].map((id) => caseStream(id)), isCut: nextCursor !== null };
  }

  /** The uid of a transfer's sender. @throws not_found */
  async senderOf(transferId: string): Promise<string> {
    const transfer = await this.views.get(transactionsProjection, transferId);
    if (!transfer) throw new DomainError('not_found');
    return transfer.uid;
  }
}

const OWN_PREFIXES = ['account-', 'preferences-', 'recipients-', 'cards-'];

interface Histories {
  readonly sender: readonly RecordedEvent[] | undefined;
  readonly wantedCase: readonly RecordedEvent[] | undefined;
}

/** The ids of the transfers whose lives are read, in this order. */
function wantedLives(
  { sender = [], wantedCase = [] }: Histories,
  isBefore: (event: RecordedEvent) => boolean,
  { transferId, caseId, transfers }: HistoryLimits,
): readonly string[] {
  if (transferId) return [transferId];
  const first = caseId ? wantedCase.flatMap(attemptIds) : [];
  return [...new Set([...first, ...nearestFirst(sender, isBefore)])].slice(0, transfers);
}

/** The ids of the sender's transfers: those before the instant, the newest first, then those after it. */
function nearestFirst(
  sender: readonly RecordedEvent[],
  isBefore: (event: RecordedEvent) => boolean,
): readonly string[] {
  const requested = sender.filter(({ type }) => type === 'TransferRequested');
  const later = requested.filter((event) => !isBefore(event));
  return [...requested.filter(isBefore).toReversed(), ...later].flatMap(attemptIds);
}
