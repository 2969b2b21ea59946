import { Injectable } from '@nestjs/common';
import type { Position, RecordedEvent } from '../../../event-sourcing/event.js';
import type { AttemptItem, CaseDetail, SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { ruleOnWire } from '../../../kernel/staff/rule-views.js';
import { formatAmount } from '../../../kernel/money/money.js';
import { Clock } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { readAttempts, type Attempted } from '../../access/case-attempts.js';
import { readCasePayment } from './case-payment.js';
import type { CaseEvent } from '../cases/case-events.rules.js';
import { currentCase } from './case-lists.js';
import { summaryOfSender } from './case-sender.js';
import { caseStep, waitingProposal } from '../cases/case-steps.js';
import { namesFrom, type NameOf } from './people-names.js';
import { assignmentOf, readReviewers } from './reviewers.js';
import { SenderStates } from '../standing/sender-states.js';
import { readCase, type CaseRequest } from './read-case.js';

/** Most events of the case that are listed. */
const STEPS_LIMIT = 200;

/**
 * One case with the attempts behind it and a summary of its sender, all as of one position; personal texts are masked.
 * @throws not_found also for a case about the reader: any other response would confirm that it exists
 */
@Injectable()
export class GetCase {
  constructor(
    private readonly views: ViewStore,
    private readonly log: EncryptedEventLog,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly senderStates: SenderStates,
  ) {}

  async execute(request: CaseRequest): Promise<CaseDetail> {
    const { events, found, position, asOf } = await readCase(this.log, this.clock, request);
    const nameOf = namesFrom(this.views);
    const attempts = await readAttempts(this.log, found.uid, position);
    const shown = new Set(found.alert.txs);
    const behind = attempts.filter((attempt) => shown.has(attempt.transferId)).reverse();
    return {
      ...currentCase(found, asOf),
      ...(await peopleOf(events, found, nameOf)),
      ...(await this.assignment(found, request, nameOf)),
      position,
      needsSecondPerson: found.atRiskCents >= this.config.REVIEW_FOUR_EYES_CENTS,
      attempts: await Promise.all(
        behind.map((attempt) => this.withPayment(attempt, { caseId: found.id, at: position }, nameOf)),
      ),
      ...ruleOf(events),
      sender: await summaryOfSender(this.views, this.log, {
        found,
        attempts,
        states: request.at === undefined ? await this.senderStates.of(found.uid) : [],
        asOf,
        then: request.at,
      }),
    };
  }

  /** In the past, as it was assigned then. */
  private async assignment(found: SuspiciousTransaction, { at }: CaseRequest, nameOf: NameOf) {
    const { assignee } = found;
    if (at !== undefined) return { assigneeName: assignee && (await nameOf(assignee)), leftBy: null };
    return assignmentOf(found, await readReviewers(this.views), nameOf);
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
  { reviewedBy }: SuspiciousTransaction,
  nameOf: NameOf,
): Promise<Pick<CaseDetail, 'reviewerName' | 'proposerName' | 'proposal' | 'steps'>> {
  const review = events.findLast((event) => event.type === 'CaseReviewed');
  const proposedBy = reviewedBy && review?.type === 'CaseReviewed' ? review.data.proposedBy : null;
  const newest = events.slice(-STEPS_LIMIT).reverse();
  return {
    reviewerName: reviewedBy && (await nameOf(reviewedBy)),
    proposerName: proposedBy && (await nameOf(proposedBy)),
    proposal: await waitingProposal(events, nameOf),
    steps: await Promise.all(newest.map((event) => caseStep(event, nameOf))),
  };
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
