import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import type { RuleAction } from '../../kernel/compliance.js';
import { DomainError } from '../../kernel/domain-error.js';
import { isoInstant } from '../../config/clock.js';
import type { CommandContext } from '../../event-sourcing/decider.js';
import { CommandRunner } from '../../engine/commands/command-runner.js';
import { Config } from '../../config/config.js';
import { caseDecider, caseStream, type CaseCommand } from './case.decider.js';
import { reasonOf } from './alert-reason.rules.js';
import type { FraudAlert } from './fraud.saga.js';

const CASE_NAMESPACE = '5b3d9a52-7d0c-5c7e-9a55-6f1d6b8f5a10';

/** The chain's case after `reviews` reviewed ones: the same each time the same history is processed (ADR 9). */
function caseIdOf({ rule, uid, firstTrigger }: FraudAlert, reviews: number): string {
  const chain = `${rule.id}:${uid}:${firstTrigger}`;
  return uuidv5(reviews === 0 ? chain : `${chain}:${String(reviews)}`, CASE_NAMESPACE);
}

export class RaiseAlert extends Command<void> {
  constructor(
    readonly alert: FraudAlert,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Opens a case for an alert, or adds the alert to its chain's open case. An alert that one of the chain's cases already
 * contains changes nothing; after a review the next alert opens a new case.
 */
@CommandHandler(RaiseAlert)
export class RaiseAlertHandler implements ICommandHandler<RaiseAlert> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly config: Config,
  ) {}

  async execute({ alert, context }: RaiseAlert): Promise<void> {
    for (let reviews = 0; ; reviews += 1) {
      const caseId = caseIdOf(alert, reviews);
      const found = await this.caseOf(caseId, alert.trigger);
      if (found.containsAlert) return;
      if (found.status === 'none') {
        await this.decide({ type: 'raise', ...this.alertData(alert) }, caseId, context);
        return;
      }
      if (found.status === 'open' && (await this.add(alert, caseId, context))) return;
    }
  }

  private caseOf(caseId: string, trigger: string) {
    return this.runner.query(caseDecider, caseStream(caseId), ({ status, triggers }) => ({
      status,
      containsAlert: triggers.has(trigger),
    }));
  }

  /** False when the case was reviewed in the meantime. */
  private async add(alert: FraudAlert, caseId: string, context: CommandContext): Promise<boolean> {
    try {
      await this.decide({ type: 'add', ...this.alertData(alert) }, caseId, context);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'case_already_reviewed') return false;
      throw error;
    }
  }

  private async decide(
    command: Omit<CaseCommand, 'at'>,
    caseId: string,
    context: CommandContext,
  ): Promise<void> {
    await this.runner.execute({ decider: caseDecider, stream: caseStream(caseId), command, context });
  }

  /** What both alert events record. */
  private alertData({ uid, rule, trigger, attempts }: FraudAlert) {
    const transactions = attempts.map(({ transferId, amountCents, refused, atMs }) => ({
      transferId,
      amountCents,
      refused,
      at: isoInstant(atMs),
    }));
    const action: RuleAction = this.config.HOLDING_RULES.includes(rule.id) ? 'hold' : 'flag';
    return {
      uid,
      transactionId: trigger,
      alert: { reason: reasonOf(rule, transactions), txs: attempts.map((attempt) => attempt.transferId) },
      ruleId: rule.id,
      ruleVersion: rule.version,
      parameters: rule.parameters,
      action,
      transactions,
    };
  }
}
