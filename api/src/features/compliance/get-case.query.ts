import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { streamId, type RecordedEvent } from '../../event-sourcing/event.js';
import { fullNameOf } from '../../kernel/accounts.js';
import type { AttemptItem, CaseDetail, SuspiciousTransaction } from '../../kernel/compliance.js';
import { ruleOnWire } from '../../kernel/rule-views.js';
import { DomainError } from '../../kernel/domain-error.js';
import { centsOf, formatAmount } from '../../kernel/money.js';
import { badgeOf } from '../../kernel/verification.js';
import { Clock, isoInstant } from '../../config/clock.js';
import { Config } from '../../config/config.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { accountsProjection } from '../accounts/accounts.projection.js';
import { readCasePayment, upTo } from './case-payment.js';
import { caseStream, type CaseEvent } from './case-events.rules.js';
import { currentCase } from './case-lists.js';
import { caseStep, waitingProposal } from './case-steps.js';
import { senderStream } from './sender-stream.js';
import type { SenderEvent, TransferRefused, TransferRequested } from '../transfers/transfer.decider.js';
import { maskName, maskText } from '../../kernel/masks.js';
import { newestCasesOf, suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';
import { kycRequestsProjection, newestRequestOf } from '../verification/kyc-requests.projection.js';

/** Most events of the sender's stream that a case reads, newest first. */
const SENDER_EVENTS_LIMIT = 10_000;
/** Most events of the case that are listed. */
const STEPS_LIMIT = 200;
const SUMMARY_MS = 30 * 24 * 60 * 60 * 1_000;

/** An attempt before its payment is looked up. */
type Attempted = Omit<AttemptItem, 'payment'>;

export class GetCase extends Query<CaseDetail> {
  constructor(
    readonly id: string,
    /** The member of staff who reads it. */
    readonly reader: string,
    /** A position of the log, to see what was known then; absent for now. */
    readonly at?: string,
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
    private readonly config: Config,
  ) {}

  async execute({ id, reader, at }: GetCase): Promise<CaseDetail> {
    const events = await this.eventsOf(id, at);
    const found = caseOf(events);
    const last = events.at(-1);
    if (!found || !last || found.uid === reader) throw new DomainError('not_found');
    const asOf = at === undefined ? isoInstant(this.clock.now()) : last.metadata.at;
    const attempts = await this.attemptsOf(found.uid);
    const shown = new Set(found.alert.txs);
    const behind = attempts.filter((attempt) => shown.has(attempt.transferId)).reverse();
    return {
      ...currentCase(found, asOf),
      ...(await this.peopleOf(events, found)),
      position: last.position,
      needsSecondPerson: found.atRiskCents >= this.config.REVIEW_FOUR_EYES_CENTS,
      attempts: await Promise.all(
        behind.map((attempt) => this.withPayment(attempt, { caseId: id, ...(at !== undefined && { at }) })),
      ),
      ...ruleOf(events),
      sender: await this.senderOf(found, attempts),
    };
  }

  private async eventsOf(id: string, at?: string): Promise<readonly RecordedEvent<CaseEvent>[]> {
    const events: RecordedEvent<CaseEvent>[] = [];
    for await (const event of upTo(at, this.log.read<CaseEvent>(caseStream(id)))) events.push(event);
    return events;
  }

  /** What people did with the case, with their names. */
  private async peopleOf(
    events: readonly RecordedEvent<CaseEvent>[],
    { assignee, reviewedBy }: SuspiciousTransaction,
  ): Promise<Pick<CaseDetail, 'reviewerName' | 'proposerName' | 'assigneeName' | 'proposal' | 'steps'>> {
    const nameOf = (uid: string) => this.nameOf(uid);
    const review = events.findLast((event) => event.type === 'CaseReviewed');
    const proposedBy = reviewedBy && review?.type === 'CaseReviewed' ? review.data.proposedBy : null;
    const newest = events.slice(-STEPS_LIMIT).reverse();
    return {
      reviewerName: reviewedBy && (await nameOf(reviewedBy)),
      proposerName: proposedBy && (await nameOf(proposedBy)),
      assigneeName: assignee && (await nameOf(assignee)),
      proposal: await waitingProposal(events, nameOf),
      steps: await Promise.all(newest.map((event) => caseStep(event, nameOf))),
    };
  }

  private async withPayment(
    attempt: Attempted,
    known: { readonly caseId: string; readonly at?: string },
  ): Promise<AttemptItem> {
    const { transferId, refused } = attempt;
    if (refused) return { ...attempt, payment: null };
    const payment = await readCasePayment(this.log, { transferId, ...known }, (uid) => this.nameOf(uid));
    return { ...attempt, payment };
  }

  /** Of a member of staff. */
  private async nameOf(uid: string): Promise<string | null> {
    const account = await this.views.get(accountsProjection, uid);
    return account && fullNameOf(account);
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
    const [account, kyc, others] = await Promise.all([
      this.views.get(accountsProjection, uid),
      this.views.find(kycRequestsProjection, newestRequestOf(uid)),
      this.views.find(suspiciousTransactionsProjection, newestCasesOf(uid)),
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

function caseOf(events: readonly RecordedEvent<CaseEvent>[]): SuspiciousTransaction | null {
  let found: SuspiciousTransaction | null = null;
  for (const event of events)
    found = suspiciousTransactionsProjection.evolve(found, event, streamId(event.stream));
  return found;
}

/** The rule version that opened the case, since the rule may have been changed or removed. */
function ruleOf([first]: readonly RecordedEvent<CaseEvent>[]): Pick<
  CaseDetail,
  'action' | 'parameters' | 'definition'
> {
  if (first?.type !== 'SuspiciousTransactionRaised') throw new Error('a case begins with its alert');
  const { action, parameters, definition } = first.data;
  const { count, windowMs, fromCents, belowCents } = parameters;
  const below = belowCents === null ? null : formatAmount(belowCents);
  const numbers = { count, windowMs, from: formatAmount(fromCents), below };
  return { action, parameters: numbers, definition: ruleOnWire(definition) };
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
