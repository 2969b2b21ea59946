import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { RecordedEvent } from '../event-sourcing/event.js';
import type { AttemptItem, RecordDetail, SuspiciousTransaction } from '../kernel/compliance.js';
import { DomainError } from '../kernel/domain-error.js';
import { ACTIVE_FRAUD_RULES } from '../kernel/fraud-rules.js';
import { formatAmount } from '../kernel/money.js';
import { badgeOf, type KycRequest } from '../kernel/verification.js';
import type { Clock } from '../config/clock.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { CLOCK, EVENT_LOG, VIEW_STORE } from '../config/tokens.js';
import type { ViewStore } from '../view-store/view-store.port.js';
import type { AccountDocument } from '../accounts/accounts.projection.js';
import { senderStream } from './sender-stream.js';
import type { SenderEvent, TransferRefused, TransferRequested } from '../transfers/transfer.decider.js';
import { maskText } from './mask.js';

/** How far back a record looks through its sender's stream, newest first. */
const SENDER_EVENTS_LIMIT = 10_000;
const OTHER_RECORDS_LIMIT = 50;
const SUMMARY_MS = 30 * 24 * 60 * 60 * 1_000;

export class GetRecord {
  constructor(readonly id: string) {}
}

/** One record with the attempts behind it and its sender's summary; personal texts are masked. */
@QueryHandler(GetRecord)
export class GetRecordHandler implements IQueryHandler<GetRecord, RecordDetail> {
  constructor(
    @Inject(VIEW_STORE) private readonly views: ViewStore,
    @Inject(EVENT_LOG) private readonly log: EncryptedEventLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ id }: GetRecord): Promise<RecordDetail> {
    const record = await this.views.get<SuspiciousTransaction>('suspicious_transactions', id);
    if (!record) throw new DomainError('not_found');
    const attempts = await this.attemptsOf(record.uid);
    const shown = new Set(record.alert.txs);
    const rule = ACTIVE_FRAUD_RULES.find((active) => active.id === record.ruleId);
    if (!rule) throw new Error(`No parameters of rule ${record.ruleId}`);
    return {
      ...record,
      attempts: attempts.filter((attempt) => shown.has(attempt.transferId)).reverse(),
      parameters: {
        count: rule.count,
        windowMs: rule.windowMs,
        from: formatAmount(rule.fromCents),
        below: Number.isFinite(rule.belowCents) ? formatAmount(rule.belowCents) : null,
      },
      sender: await this.senderOf(record, attempts),
    };
  }

  private async attemptsOf(uid: string): Promise<readonly AttemptItem[]> {
    const attempts: AttemptItem[] = [];
    const options = { backwards: true, limit: SENDER_EVENTS_LIMIT };
    for await (const event of this.log.read(senderStream(uid), options)) {
      const attempt = attemptOf(event as RecordedEvent<SenderEvent>);
      if (attempt) attempts.push(attempt);
    }
    return attempts;
  }

  private async senderOf(
    record: SuspiciousTransaction,
    attempts: readonly AttemptItem[],
  ): Promise<RecordDetail['sender']> {
    const { uid } = record;
    const newest = { desc: true, where: { uid } };
    const [account, kyc, others] = await Promise.all([
      this.views.get<AccountDocument>('accounts', uid),
      this.views.find<KycRequest>('kyc_requests', { ...newest, by: 'bySender', limit: 1 }),
      this.views.find<SuspiciousTransaction>('suspicious_transactions', {
        ...newest,
        by: 'bySender',
        limit: OTHER_RECORDS_LIMIT,
      }),
    ]);
    const since = new Date(this.clock.now() - SUMMARY_MS).toISOString();
    const recent = attempts.filter((attempt) => attempt.at > since);
    const sent = recent.filter((attempt) => attempt.refused === null);
    return {
      uid,
      displayName: maskText(account ? `${account.firstName} ${account.lastName}` : '[erased]'),
      verification: badgeOf(kyc.items[0]?.status),
      sent30Days: formatAmount(
        sent.reduce((sum, attempt) => sum + Number(attempt.amount.replace('.', '')), 0),
      ),
      refused30Days: recent.length - sent.length,
      otherRecords: others.items
        .filter((other) => other.id !== record.id)
        .map((other) => ({ id: other.id, reviewed: other.reviewed, ruleId: other.ruleId })),
    };
  }
}

function attemptOf(event: RecordedEvent<SenderEvent>): AttemptItem | null {
  if (event.type === 'TransferRequested') return attemptItem(event, event.data.requestedAt, null);
  if (event.type === 'TransferRefused') return attemptItem(event, event.data.refusedAt, event.data.reason);
  return null;
}

function attemptItem(
  { data }: RecordedEvent<TransferRequested> | RecordedEvent<TransferRefused>,
  at: string,
  refused: AttemptItem['refused'],
): AttemptItem {
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
