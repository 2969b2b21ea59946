import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import { DomainError } from '../../../kernel/domain-error.js';
import { isoInstant } from '../../../config/clock.js';
import { CommandRunner } from '../../../engine/commands/command-runner.js';
import { RaiseAlert } from '../../access/raise-alert.js';
import { caseDecider } from './case.decider.js';
import { caseStream, type Alert } from './case-events.rules.js';
import { reasonOf } from './alert-reason.rules.js';
import { parametersOf } from './alert-facts.rules.js';
import type { FraudAlert } from '../../rules/evaluation/fraud.saga.js';

const CASE_NAMESPACE = '5b3d9a52-7d0c-5c7e-9a55-6f1d6b8f5a10';

/** The chain's case after `reviews` reviewed ones: the same each time the same history is processed (ADR 9). */
function caseIdOf({ rule, uid, firstTrigger }: FraudAlert, reviews: number): string {
  const chain = `${rule.id}:${uid}:${firstTrigger}`;
  return uuidv5(reviews === 0 ? chain : `${chain}:${String(reviews)}`, CASE_NAMESPACE);
}

/**
 * Opens a case for an alert, or adds the alert to its chain's open case. An alert that one of the chain's cases already
 * contains changes nothing; after a review the next alert opens a new case.
 */
@CommandHandler(RaiseAlert)
export class RaiseAlertHandler implements ICommandHandler<RaiseAlert> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ alert, context }: RaiseAlert): Promise<void> {
    const command = { type: 'raise', alert: recordOf(alert) } as const;
    for (let reviews = 0; ; reviews += 1) {
      const stream = caseStream(caseIdOf(alert, reviews));
      const run = this.runner.execute({ decider: caseDecider, stream, command, context });
      if (await run.then(() => true, unlessReviewed)) return;
    }
  }
}

function recordOf({ uid, rule, trigger, attempts }: FraudAlert): Alert {
  const { id, version, definition } = rule;
  const transactions = attempts.map(({ transferId, amountCents, refused, atMs }) => ({
    transferId,
    amountCents,
    refused,
    at: isoInstant(atMs),
  }));
  return {
    uid,
    transactionId: trigger,
    alert: { reason: reasonOf(rule, transactions), txs: attempts.map((attempt) => attempt.transferId) },
    ruleId: id,
    ruleVersion: version,
    parameters: parametersOf(definition),
    definition,
    action: definition.action,
    transactions,
  };
}

/** False for a case that is closed. */
function unlessReviewed(error: unknown): false {
  if (error instanceof DomainError && error.code === 'case_already_reviewed') return false;
  throw error;
}
