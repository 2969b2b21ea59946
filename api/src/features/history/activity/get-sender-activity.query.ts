import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { ViewStore, type ViewPage } from '../../../engine/view-store/view-store.port.js';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { centsOf, formatAmount } from '../../../kernel/money/money.js';
import { waitsForPayment, type RecordedRefusal } from '../../../kernel/money/transfers.js';
import { isFailure } from '../../../kernel/people/verification.js';
import { listAt } from '../../../kernel/staff/identity-checks.js';
import type {
  OtherSenders,
  SenderActivity,
  SenderAttempt,
  SenderCard,
  SenderCase,
  SenderHandle,
  TransfersSum,
} from '../../../kernel/staff/sender-activity.js';
import type { PastSender, PastTransfer } from '../../../kernel/staff/sender-at.js';
import { maskName, maskText } from '../../../kernel/text/masks.js';
import type { RecordedReason } from '../../access/access-log.js';
import { accountsProjection } from '../../accounts/account/accounts.projection.js';
import { cardUsesProjection } from '../../payments/cards/card-uses.projection.js';
import { cardsProjection } from '../../payments/cards/cards.projection.js';
import { suspiciousTransactionsProjection } from '../../review/cases/suspicious-transactions.projection.js';
import { handleSendersProjection } from '../../review/queue/handle-senders.projection.js';
import { identityChecksProjection } from '../../verification/checks/identity-checks.projection.js';
import { foldRecorded, type SenderFold } from '../sender-fold.js';
import { SenderHistories } from '../sender-history.js';
import { pastSender } from '../past-sender.js';
import { triedHandles, type RecordedAttempt } from './tried-handles.rules.js';
import { usedCards } from './used-cards.rules.js';

/** The views that it reads; all else is folded from the log. */
export const ACTIVITY_VIEWS = [
  accountsProjection,
  cardUsesProjection,
  handleSendersProjection,
  identityChecksProjection,
  suspiciousTransactionsProjection,
];

/** Most attempts that are listed, and most transfers whose lives are read. */
const ATTEMPTS_LIMIT = 200;
/** Most cards, handles and checks that are listed. */
const ROWS_LIMIT = 20;
/** Most uses of one card or handle that are read, and senders of them that are named. */
const USES_LIMIT = 500;
const NAMED_LIMIT = 10;
const HISTORY_LIMITS = { own: 100_000, lives: 5_000, transfers: ATTEMPTS_LIMIT, cases: 50 };
const RECENT_MS = 30 * 24 * 60 * 60 * 1_000;

/** The sender of the page, and its reader. */
interface Readers {
  readonly uid: string;
  readonly reader: string;
}

/**
 * What a sender did until now: the week, attempts, cards and handles with who else uses them, cases and identity checks,
 * folded from the log; personal texts masked.
 * @throws not_found, history_too_long
 */
@Injectable()
export class GetSenderActivity {
  constructor(
    private readonly histories: SenderHistories,
    private readonly views: ViewStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute(readers: Readers, access: RecordedReason): Promise<SenderActivity> {
    const { uid } = readers;
    const nowMs = this.clock.now();
    const { events, transfers } = await this.histories.of(uid, () => true, HISTORY_LIMITS);
    const fold = foldRecorded(events);
    const then = pastSender(fold, {
      uid,
      atMs: nowMs,
      refusalsLimit: 0,
      lists: (id) => transfers.has(id),
      verifiedWeeklyLimitCents: this.config.VERIFIED_WEEKLY_LIMIT_CENTS ?? null,
    });
    if (!then) throw new DomainError('not_found');
    const tried = events.filter(isAttempt).reverse();
    return {
      uid,
      ...access,
      hasSecondFactor: then.profile.hasSecondFactor,
      allowance: then.allowance,
      unpaid: sumOf(then.transfers.filter(waitsForPayment)),
      held: sumOf(then.transfers.filter(({ isHeld }) => isHeld)),
      refused30Days: refusalsSince(tried, nowMs - RECENT_MS),
      attempts: attemptsOf(tried.slice(0, ATTEMPTS_LIMIT), then),
      olderAttempts: Math.max(tried.length - ATTEMPTS_LIMIT, 0),
      cards: await this.cardsOf(readers, events, fold),
      handles: await this.handlesOf(readers, tried),
      cases: casesOf(then, fold),
      ...(await this.checksOf(uid, nowMs)),
    };
  }

  private async cardsOf(
    readers: Readers,
    events: readonly RecordedEvent[],
    fold: SenderFold,
  ): Promise<SenderCard[]> {
    const { uid } = readers;
    const uses = await this.views.find(cardUsesProjection, usesOf('bySender', { uid }));
    const saved = fold.views.of(cardsProjection).get(uid)?.cards ?? [];
    const used = usedCards(events, { saved, uses: uses.items });
    return Promise.all(
      used.slice(0, ROWS_LIMIT).map(async ({ cardIndex, lastUsedAt: _, ...card }) => ({
        ...card,
        others:
          cardIndex === null
            ? null
            : await this.others(
                readers,
                await this.views.find(cardUsesProjection, usesOf('byCard', { cardIndex })),
              ),
      })),
    );
  }

  private handlesOf(readers: Readers, tried: readonly RecordedAttempt[]): Promise<SenderHandle[]> {
    return Promise.all(
      triedHandles(tried)
        .slice(0, ROWS_LIMIT)
        .map(async ({ handleIndex, ...handle }) => ({
          ...handle,
          others:
            handleIndex === null
              ? null
              : await this.others(
                  readers,
                  await this.views.find(handleSendersProjection, usesOf('byHandle', { handleIndex })),
                ),
        })),
    );
  }

  /** From uses of everybody, the newest first; the reader is never listed. */
  private async others(
    { uid: sender, reader }: Readers,
    { items: uses, nextCursor }: ViewPage<{ readonly uid: string; readonly at: string }>,
  ): Promise<OtherSenders> {
    const lastAt = new Map<string, string>();
    for (const { uid, at } of uses)
      if (uid !== sender && uid !== reader && !lastAt.has(uid)) lastAt.set(uid, at);
    return {
      count: lastAt.size,
      cut: nextCursor !== null,
      items: await Promise.all(
        [...lastAt].slice(0, NAMED_LIMIT).map(async ([uid, at]) => ({
          uid,
          senderName: maskName(await this.views.get(accountsProjection, uid)),
          lastAt: at,
        })),
      ),
    };
  }

  private async checksOf(
    uid: string,
    nowMs: number,
  ): Promise<Pick<SenderActivity, 'checks' | 'failedChecks'>> {
    const { items } = await this.views.find(identityChecksProjection, {
      by: 'bySender',
      where: { uid },
      desc: true,
      limit: ROWS_LIMIT,
    });
    return {
      checks: items.map((check) => {
        const { id, status, isRevoked, updatedAt } = check;
        return { id, status, isRevoked, updatedAt, list: listAt(check, nowMs) };
      }),
      failedChecks: items.filter(({ status }) => isFailure(status)).length,
    };
  }
}

const usesOf = (by: string, where: Readonly<Record<string, string>>) => ({
  by,
  where,
  desc: true,
  limit: USES_LIMIT,
});

const isAttempt = (event: RecordedEvent): event is RecordedAttempt =>
  event.type === 'TransferRequested' || event.type === 'TransferRefused';

function sumOf(transfers: readonly PastTransfer[]): TransfersSum {
  const cents = transfers.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  return { count: transfers.length, amount: formatAmount(cents) };
}

function refusalsSince(tried: readonly RecordedAttempt[], fromMs: number): SenderActivity['refused30Days'] {
  const counts = new Map<RecordedRefusal, number>();
  for (const { type, data } of tried)
    if (type === 'TransferRefused' && Date.parse(data.refusedAt) > fromMs)
      counts.set(data.reason, (counts.get(data.reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count);
}

function attemptsOf(tried: readonly RecordedAttempt[], { transfers }: PastSender): SenderAttempt[] {
  const known = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  return tried.map(({ type, data }) => {
    const { transferId: id, recipient, platform, amountCents } = data;
    const transfer = type === 'TransferRequested' ? known.get(id) : undefined;
    return {
      id,
      at: type === 'TransferRequested' ? data.requestedAt : data.refusedAt,
      recipient: maskText(recipient),
      platform,
      amount: formatAmount(amountCents),
      refused: type === 'TransferRefused' ? data.reason : null,
      status: transfer ? (waitsForPayment(transfer) ? 'unpaid' : transfer.status) : null,
      isHeld: transfer?.isHeld ?? false,
    };
  });
}

function casesOf({ cases }: PastSender, fold: SenderFold): SenderCase[] {
  const found = fold.views.of(suspiciousTransactionsProjection);
  return cases.map((one) => {
    const { dueAt = '', reviewedAt = null } = found.get(one.id) ?? {};
    return { ...one, dueAt, reviewedAt };
  });
}
