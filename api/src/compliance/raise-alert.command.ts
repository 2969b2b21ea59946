import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import { DomainError } from '../kernel/domain-error.js';
import { isoInstant } from '../config/clock.js';
import type { CommandContext } from '../event-sourcing/decider.js';
import { CommandRunner } from '../commands/command-runner.js';
import { caseDecider, caseStream, type CaseCommand } from './case.decider.js';
import { reasonOf } from './alert-reason.js';
import type { RaiseAlert } from './fraud.saga.js';

const CASE_NAMESPACE = '5b3d9a52-7d0c-5c7e-9a55-6f1d6b8f5a10';

/** The case of a hit's chain once `reviews` cases of it were reviewed: the same for every pass over the same history (ADR 0009). */
function caseIdOf({ rule, uid, firstTrigger }: RaiseAlert, reviews: number): string {
  const chain = `${rule.id}:${uid}:${firstTrigger}`;
  return uuidv5(reviews === 0 ? chain : `${chain}:${String(reviews)}`, CASE_NAMESPACE);
}

export class RaiseAlertCommand {
  constructor(
    readonly alert: RaiseAlert,
    readonly context: CommandContext,
  ) {}
}

/**
 * Opens a case for a hit, or joins it to the open case of its chain (architecture §3): a hit that is already in one of
 * the chain's cases changes nothing; after a review a new case opens.
 */
@CommandHandler(RaiseAlertCommand)
export class RaiseAlertHandler implements ICommandHandler<RaiseAlertCommand> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ alert, context }: RaiseAlertCommand): Promise<void> {
    for (let reviews = 0; ; reviews += 1) {
      const caseId = caseIdOf(alert, reviews);
      const found = await this.caseOf(caseId, alert.trigger);
      if (found.knowsTrigger) return;
      if (found.status === 'none') {
        await this.record({ type: 'raise', ...recordOf(alert) }, caseId, context);
        return;
      }
      if (found.status === 'open' && (await this.join(alert, caseId, context))) return;
    }
  }

  private caseOf(caseId: string, trigger: string) {
    return this.runner.inspect(caseDecider, caseStream(caseId), ({ status, triggers }) => ({
      status,
      knowsTrigger: triggers.has(trigger),
    }));
  }

  /** False when the case was reviewed in the meantime. */
  private async join(alert: RaiseAlert, caseId: string, context: CommandContext): Promise<boolean> {
    try {
      await this.record({ type: 'add', ...recordOf(alert) }, caseId, context);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'case_already_reviewed') return false;
      throw error;
    }
  }

  private async record(
    command: Omit<CaseCommand, 'at'>,
    caseId: string,
    context: CommandContext,
  ): Promise<void> {
    await this.runner.execute({ decider: caseDecider, stream: caseStream(caseId), command, context });
  }
}

/** What the case keeps of a hit. */
function recordOf({ uid, rule, trigger, attempts }: RaiseAlert) {
  return {
    uid,
    transactionId: trigger,
    alert: { reason: reasonOf(rule, attempts), txs: attempts.map((attempt) => attempt.transferId) },
    ruleId: rule.id,
    ruleVersion: rule.version,
    transactions: attempts.map(({ transferId, amountCents, refused, atMs }) => ({
      transferId,
      amountCents,
      refused,
      at: isoInstant(atMs),
    })),
  };
}
