import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import { DomainError } from '../kernel/domain-error.js';
import type { FraudRuleId } from '../kernel/fraud-rules.js';
import { isoInstant } from '../infrastructure/clock.js';
import type { CommandContext, CommandRunner } from '../infrastructure/command-runner.js';
import { COMMAND_RUNNER } from '../infrastructure/tokens.js';
import { caseDecider, caseStream, type CaseCommand } from './case.decider.js';
import { reasonOf } from './alert-reason.js';
import type { RaiseAlert } from './fraud.saga.js';

const CASE_NAMESPACE = '5b3d9a52-7d0c-5c7e-9a55-6f1d6b8f5a10';

/** The case that a rule's hit at `trigger` would open: the same for every pass over the same history. */
export function caseIdOf(rule: FraudRuleId, uid: string, trigger: string): string {
  return uuidv5(`${rule}:${uid}:${trigger}`, CASE_NAMESPACE);
}

export class RaiseAlertCommand {
  constructor(
    readonly alert: RaiseAlert,
    readonly context: CommandContext,
  ) {}
}

/**
 * Opens a case for a hit, or joins it to the open case of its chain (architecture §3): the chain's earlier hits are
 * walked newest first; a hit that is already in a case changes nothing; after a review a new case opens.
 */
@CommandHandler(RaiseAlertCommand)
export class RaiseAlertHandler implements ICommandHandler<RaiseAlertCommand> {
  constructor(@Inject(COMMAND_RUNNER) private readonly runner: CommandRunner) {}

  async execute({ alert, context }: RaiseAlertCommand): Promise<void> {
    if (await this.caseAt(alert, alert.trigger)) return;
    for (const earlier of alert.earlierTriggers) {
      const found = await this.caseAt(alert, earlier);
      if (!found) continue;
      if (found.knowsTrigger) return;
      if (found.status === 'open' && (await this.join(alert, earlier, context))) return;
      break;
    }
    await this.record({ type: 'raise', ...recordOf(alert) }, caseIdAt(alert, alert.trigger), context);
  }

  /** The case that the hit at `first` opened, null when it opened none. */
  private caseAt(alert: RaiseAlert, first: string) {
    return this.runner.inspect(caseDecider, caseStream(caseIdAt(alert, first)), (state) =>
      state.status === 'none'
        ? null
        : { status: state.status, knowsTrigger: state.triggers.has(alert.trigger) },
    );
  }

  /** False when the case was reviewed in the meantime. */
  private async join(alert: RaiseAlert, first: string, context: CommandContext): Promise<boolean> {
    try {
      await this.record({ type: 'add', ...recordOf(alert) }, caseIdAt(alert, first), context);
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

function caseIdAt({ rule, uid }: RaiseAlert, trigger: string): string {
  return caseIdOf(rule.id, uid, trigger);
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
