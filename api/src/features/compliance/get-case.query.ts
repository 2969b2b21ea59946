import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { streamId, type Position, type RecordedEvent } from '../../event-sourcing/event.js';
import type { AttemptItem, CaseDetail, SuspiciousTransaction } from '../../kernel/compliance.js';
import { DomainError } from '../../kernel/domain-error.js';
import { formatAmount } from '../../kernel/money.js';
import { Clock, isoInstant } from '../../config/clock.js';
import { Config } from '../../config/config.js';
import { EncryptedEventLog } from '../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { readAttempts, type Attempted } from './case-attempts.js';
import { readCasePayment, upTo } from './case-payment.js';
import { caseStream, type CaseEvent } from './case-events.rules.js';
import { currentCase } from './case-lists.js';
import { summaryOfSender } from './case-sender.js';
import { caseStep, waitingProposal } from './case-steps.js';
import { namesFrom, type NameOf } from './people-names.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';

/** Most events of the case that are listed. */
const STEPS_LIMIT = 200;

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
 * One case with the attempts behind it and a summary of its sender, all as of one position; personal texts are masked.
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
    // Read before everything else: what is recorded meanwhile is later, and not on this page.
    const head = await this.log.head();
    const position = at === undefined || at > head ? head : at;
    const events = await this.eventsOf(id, position);
    const found = caseOf(events);
    const last = events.at(-1);
    if (!found || !last || found.uid === reader) throw new DomainError('not_found');
    const asOf = at === undefined ? isoInstant(this.clock.now()) : last.metadata.at;
    const nameOf = namesFrom(this.views);
    const attempts = await readAttempts(this.log, found.uid, position);
    const shown = new Set(found.alert.txs);
    const behind = attempts.filter((attempt) => shown.has(attempt.transferId)).reverse();
    return {
      ...currentCase(found, asOf),
      ...(await peopleOf(events, found, nameOf)),
      position,
      needsSecondPerson: found.atRiskCents >= this.config.REVIEW_FOUR_EYES_CENTS,
      attempts: await Promise.all(
        behind.map((attempt) => this.withPayment(attempt, { caseId: id, at: position }, nameOf)),
      ),
      ...ruleOf(events),
      sender: await summaryOfSender(this.views, this.log, { found, attempts, asOf, then: at }),
    };
  }

  private async eventsOf(id: string, position: Position): Promise<readonly RecordedEvent<CaseEvent>[]> {
    const events: RecordedEvent<CaseEvent>[] = [];
    for await (const event of upTo(position, this.log.read<CaseEvent>(caseStream(id)))) events.push(event);
    return events;
  }

  private async withPayment(
    attempt: Attempted,
    known: { readonly caseId: string; readonly at: Position },
    nameOf: NameOf,
  ): Promise<AttemptItem> {
    const { transferId, refused } = attempt;
    if (refused) return { ...attempt, payment: null };
    return { ...attempt, payment: await readCasePayment(this.log, { transferId, ...known }, nameOf) };
  }
}

/** What people did with the case, with their names. */
async function peopleOf(
  events: readonly RecordedEvent<CaseEvent>[],
  { assignee, reviewedBy }: SuspiciousTransaction,
  nameOf: NameOf,
): Promise<Pick<CaseDetail, 'reviewerName' | 'proposerName' | 'assigneeName' | 'proposal' | 'steps'>> {
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

function caseOf(events: readonly RecordedEvent<CaseEvent>[]): SuspiciousTransaction | null {
  let found: SuspiciousTransaction | null = null;
  for (const event of events)
    found = suspiciousTransactionsProjection.evolve(found, event, streamId(event.stream));
  return found;
}

/** The rule version that opened the case, since the rule may have been changed or removed. */
function ruleOf([first]: readonly RecordedEvent<CaseEvent>[]): Pick<CaseDetail, 'action' | 'parameters'> {
  if (first?.type !== 'SuspiciousTransactionRaised') throw new Error('a case begins with its alert');
  const { action, parameters } = first.data;
  const { count, windowMs, fromCents, belowCents } = parameters;
  const below = belowCents === null ? null : formatAmount(belowCents);
  return { action, parameters: { count, windowMs, from: formatAmount(fromCents), below } };
}
