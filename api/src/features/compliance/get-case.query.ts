import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { RecordedEvent } from '../../event-sourcing/event.js';
import { fullNameOf } from '../../kernel/accounts.js';
import type { AttemptItem, CaseDetail, SuspiciousTransaction } from '../../kernel/compliance.js';
import { DomainError } from '../../kernel/domain-error.js';
import { centsOf, formatAmount } from '../../kernel/money.js';
import { badgeOf } from '../../kernel/verification.js';
import { Clock } from '../../config/clock.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { accountsProjection } from '../accounts/accounts.projection.js';
import { readCasePayment } from './case-payment.js';
import { caseStream, type SuspiciousTransactionRaised } from './case.decider.js';
import { senderStream } from './sender-stream.js';
import type { SenderEvent, TransferRefused, TransferRequested } from '../transfers/transfer.decider.js';
import { maskName, maskText } from '../../kernel/masks.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';
import { kycRequestsProjection } from '../verification/kyc-requests.projection.js';

/** Most events of the sender's stream that a case reads, newest first. */
const SENDER_EVENTS_LIMIT = 10_000;
const OTHER_CASES_LIMIT = 50;
const SUMMARY_MS = 30 * 24 * 60 * 60 * 1_000;

/** An attempt before its payment is looked up. */
type Attempted = Omit<AttemptItem, 'payment'>;

export class GetCase extends Query<CaseDetail> {
  constructor(
    readonly id: string,
    /** The member of staff who reads it. */
    readonly reader: string,
  ) {
    super();
  }
}

/**
 * One case with the attempts behind it and a summary of its sender; personal texts are masked.
 * @throws not_found also for a case about the reader: any other response would confirm that it exists
 */
@QueryHandler(GetCase)
export class GetCaseHandler implements IQueryHandler<GetCase> {
  constructor(
    private readonly views: ViewStore,
    private readonly log: EncryptedEventLog,
    private readonly clock: Clock,
  ) {}

  async execute({ id, reader }: GetCase): Promise<CaseDetail> {
    const found = await this.views.get(suspiciousTransactionsProjection, id);
    if (!found || found.uid === reader) throw new DomainError('not_found');
    const attempts = await this.attemptsOf(found.uid);
    const shown = new Set(found.alert.txs);
    const behind = attempts.filter((attempt) => shown.has(attempt.transferId)).reverse();
    return {
      ...found,
      reviewerName: found.reviewedBy && (await this.nameOf(found.reviewedBy)),
      attempts: await Promise.all(behind.map((attempt) => this.withPayment(attempt, id))),
      ...(await this.ruleOf(id)),
      sender: await this.senderOf(found, attempts),
    };
  }

  private async withPayment(attempt: Attempted, caseId: string): Promise<AttemptItem> {
    const { transferId, refused } = attempt;
    if (refused) return { ...attempt, payment: null };
    const payment = await readCasePayment(this.log, { transferId, caseId }, (uid) => this.nameOf(uid));
    return { ...attempt, payment };
  }

  /** Of a member of staff. */
  private async nameOf(uid: string): Promise<string | null> {
    const account = await this.views.get(accountsProjection, uid);
    return account && fullNameOf(account);
  }

  /** The rule version that opened the case, since the rule may have been changed or removed. */
  private async ruleOf(id: string): Promise<Pick<CaseDetail, 'action' | 'parameters'>> {
    for await (const { data } of this.log.read<SuspiciousTransactionRaised>(caseStream(id), { limit: 1 })) {
      const { count, windowMs, fromCents, belowCents } = data.parameters;
      const below = belowCents === null ? null : formatAmount(belowCents);
      return { action: data.action, parameters: { count, windowMs, from: formatAmount(fromCents), below } };
    }
    throw new Error(`case ${id} is in the view but not in the log`);
  }

  private async attemptsOf(uid: string): Promise<readonly Attempted[]> {
    const attempts: Attempted[] = [];
    const options = { backwards: true, limit: SENDER_EVENTS_LIMIT };
    for await (const event of this.log.read<SenderEvent>(senderStream(uid), options)) {
      const attempt = attemptOf(event);
      if (attempt) attempts.push(attempt);
    }
    return attempts;
  }

  private async senderOf(
    found: SuspiciousTransaction,
    attempts: readonly Attempted[],
  ): Promise<CaseDetail['sender']> {
    const { uid } = found;
    const newest = { desc: true, where: { uid } };
    const [account, kyc, others] = await Promise.all([
      this.views.get(accountsProjection, uid),
      this.views.find(kycRequestsProjection, { ...newest, by: 'bySender', limit: 1 }),
      this.views.find(suspiciousTransactionsProjection, {
        ...newest,
        by: 'bySender',
        limit: OTHER_CASES_LIMIT,
      }),
    ]);
    const since = new Date(this.clock.now() - SUMMARY_MS).toISOString();
    const recent = attempts.filter((attempt) => attempt.at > since);
    const sent = recent.filter((attempt) => attempt.refused === null);
    return {
      uid,
      displayName: maskName(account),
      verification: badgeOf(kyc.items[0]?.status),
      sent30Days: formatAmount(sent.reduce((sum, attempt) => sum + centsOf(attempt.amount), 0)),
      refused30Days: recent.length - sent.length,
      otherCases: others.items
        .filter((other) => other.id !== found.id)
        .map((other) => ({ id: other.id, reviewed: other.reviewed, ruleId: other.ruleId })),
    };
  }
}

function attemptOf(event: RecordedEvent<SenderEvent>): Attempted | null {
  if (event.type === 'TransferRequested') return attemptItem(event, event.data.requestedAt, null);
  if (event.type === 'TransferRefused') return attemptItem(event, event.data.refusedAt, event.data.reason);
  return null;
}

function attemptItem(
  { data }: RecordedEvent<TransferRequested> | RecordedEvent<TransferRefused>,
  at: string,
  refused: AttemptItem['refused'],
): Attempted {
  return {
    transferId: data.transferId,
    recipient: maskText(data.recipient),
    platform: data.platform,
    handle: maskText(data.handle),
    amount: formatAmount(data.amountCents),
    at,
    refused,
  };
}
