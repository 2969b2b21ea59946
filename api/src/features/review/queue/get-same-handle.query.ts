import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type {
  SameHandle,
  SameHandleSender,
  SuspiciousTransaction,
} from '../../../kernel/staff/compliance.js';
import { ERASED } from '../../../kernel/text/erased.js';
import { maskText } from '../../../kernel/text/masks.js';
import { formatAmount } from '../../../kernel/money/money.js';
import { otherCase } from './case-sender.js';
import { handleSendersProjection, type HandleAttempt } from './handle-senders.projection.js';
import { namesFrom } from './people-names.js';
import { readCase, type CaseRequest } from './read-case.js';
import {
  newestCasesOf,
  suspiciousTransactionsProjection,
} from '../cases/suspicious-transactions.projection.js';

const PERIOD_MS = 30 * 24 * 60 * 60 * 1_000;
/** Most attempts of others that one call reads. */
const ATTEMPTS_LIMIT = 2_000;
/** Most senders that are listed. */
const SENDERS_LIMIT = 50;

/**
 * Who else attempted to send to the handles of a case in the thirty days before it is read; compared by their blind
 * indexes, so that no handle is shown.
 * @throws not_found also for a case about the reader, who is never listed either
 */
@Injectable()
export class GetSameHandle {
  constructor(
    private readonly views: ViewStore,
    private readonly log: EncryptedEventLog,
    private readonly clock: Clock,
  ) {}

  async execute(request: CaseRequest): Promise<SameHandle> {
    const { found, asOf } = await readCase(this.log, this.clock, request);
    const { attempts, isCut } = await this.attemptsTo(await this.handlesOf(found), asOf);
    const bySender = new Map<string, HandleAttempt[]>();
    for (const attempt of attempts)
      if (attempt.uid !== found.uid && attempt.uid !== request.reader)
        bySender.set(attempt.uid, [...(bySender.get(attempt.uid) ?? []), attempt]);
    const shown = [...bySender].slice(0, SENDERS_LIMIT);
    return {
      items: await Promise.all(shown.map(([uid, of]) => this.senderOf(uid, of, asOf))),
      cut: isCut || bySender.size > shown.length,
    };
  }

  private async handlesOf({ alert }: SuspiciousTransaction): Promise<readonly string[]> {
    const attempts = await Promise.all(alert.txs.map((id) => this.views.get(handleSendersProjection, id)));
    return [...new Set(attempts.flatMap((attempt) => attempt?.handleIndex ?? []))];
  }

  /** The newest first. */
  private async attemptsTo(
    handles: readonly string[],
    asOf: string,
  ): Promise<{ readonly attempts: readonly HandleAttempt[]; readonly isCut: boolean }> {
    const untilMs = Date.parse(asOf) + 1;
    const attempts: HandleAttempt[] = [];
    let isCut = false;
    for (const handleIndex of handles) {
      const limit = ATTEMPTS_LIMIT - attempts.length;
      if (limit === 0) return { attempts, isCut: true };
      const page = await this.views.find(handleSendersProjection, {
        by: 'byHandle',
        where: { handleIndex },
        desc: true,
        limit,
        from: new Date(untilMs - PERIOD_MS).toISOString(),
        to: new Date(untilMs).toISOString(),
      });
      attempts.push(...page.items);
      isCut ||= page.nextCursor !== null;
    }
    return { attempts: attempts.toSorted((one, other) => (one.at < other.at ? 1 : -1)), isCut };
  }

  private async senderOf(
    uid: string,
    attempts: readonly HandleAttempt[],
    asOf: string,
  ): Promise<SameHandleSender> {
    const name = await namesFrom(this.views)(uid);
    const cases = await this.views.find(suspiciousTransactionsProjection, newestCasesOf(uid));
    const sent = attempts.filter(({ isRefused }) => !isRefused);
    return {
      uid,
      senderName: maskText(name ?? ERASED),
      firstAt: attempts.at(-1)?.at ?? asOf,
      lastAt: attempts[0]?.at ?? asOf,
      attempts: attempts.length,
      sent: formatAmount(sent.reduce((sum, { amountCents }) => sum + amountCents, 0)),
      cases: cases.items.filter(({ createdAt }) => createdAt <= asOf).map((one) => otherCase(one, asOf)),
    };
  }
}
